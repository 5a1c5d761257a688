import { failureOf } from "../support/inProcess";
import { urnOf, withRig } from "./support";

const region = "us-east-1";

test("an error of diff, read or delete is only its message, which is not printed as well", () =>
    withRig(async ({ provider, created, inputs, emulator }) => {
        const db = await created("Service", "db", { regionCode: region, environment: "PROD" });
        const before = provider.printed;
        const elsewhere = inputs("Service", "db", { regionCode: "eu-west-1", environment: "PROD" });
        const unchanged = await failureOf(provider.diff(db.id, db.outs, elsewhere));
        expect(unchanged.message).toMatch(
            /^regionCode cannot change in place, and service "db-\w{7}" is protected from deletion\. To allow it: 1\. /,
        );
        const refused = await failureOf(provider.delete(db.id, db.outs));
        expect(refused.message).toBe(
            `service "${String(db.outs["name"])}" is protected from deletion. To allow it: 1. set \`deletionProtection: false\` on the resource and run \`pulumi up\`; 2. then delete or replace it.`,
        );
        emulator.faults.add({
            verb: "GET",
            count: null,
            do: { kind: "status", status: 403, body: { message: "not yours" } },
        });
        const forbidden = await failureOf(provider.read(db.id, db.outs));
        expect(forbidden.message).toContain("403 not yours");
        const printed = provider.printed.slice(before.length).trimEnd().split("\n");
        expect(new Set(printed)).toEqual(
            new Set(["pulumi-clouddb: an operation failed. Its resource shows the error."]),
        );
    }));

test("progress and plans are ephemeral messages of the resource, warnings stay", () =>
    withRig(async ({ provider, created, updated, inputs }) => {
        const db = await created("Service", "db", { regionCode: region, cpuMillis: 1000, memoryGbs: 4 });
        await updated(db, { regionCode: region, cpuMillis: 4000, memoryGbs: 16, replicaCount: 1 });
        const { inputs: replaced } = await provider.check(
            "",
            db.inputs,
            inputs("Service", "db", { regionCode: "eu-central-1" }),
        );
        await provider.diff(db.id, db.outs, replaced);
        const lines = provider.log;
        expect(new Set(lines.map(({ urn }) => urn))).toEqual(new Set([urnOf("Service", "db")]));
        const said = (text: string | RegExp, ephemeral: boolean) =>
            lines.some((line) => line.ephemeral === ephemeral && new RegExp(text).test(line.message));
        expect(said(/^resize to 4 CPU \/ 16 GB, then HA 0 -> 1$/, true)).toBe(true);
        expect(said(/^resizing to 4 CPU \/ 16 GB: [A-Z]+( \(waiting for .*\))?$/, true)).toBe(true);
        expect(said(/^REPLACE: regionCode cannot change in place, its data will be lost\.$/, false)).toBe(true);
    }));
