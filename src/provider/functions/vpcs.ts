import { z } from "zod";
import { assertNoUnreadable, type VpcRecord } from "../api";
import { definitions, undefinedOn404 } from "../lifecycle";
import { projectFunction, projectSchema } from "./definition";
import { lookup, lookupSchema, mayBe, resultOf } from "./results";

export const getVpcs = projectFunction({
    schema: z.strictObject(projectSchema),
    list: "vpcs",
    async read({ client, id: projectId }) {
        const records = assertNoUnreadable(await client.vpcs.list({ projectId }));
        return records.map((record) => resultOf(definitions.vpc, record, { projectId }));
    },
});

export const getVpc = projectFunction({
    schema: lookupSchema,
    async read({ client, id: projectId }, args) {
        const vpcOf = (record: VpcRecord) => resultOf(definitions.vpc, record, { projectId });
        const list = async () => assertNoUnreadable(await client.vpcs.list({ projectId }), mayBe(args)).map(vpcOf);
        const get = async (vpcId: string) => {
            const record = await undefinedOn404(client.vpcs.get({ projectId, vpcId }));
            return record && vpcOf(record);
        };
        return lookup({ noun: "VPC", projectId, get, list }, args);
    },
});
