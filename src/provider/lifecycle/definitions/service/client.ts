import { randomInt } from "node:crypto";
import type { ServiceRecord } from "../../../api";
import type { Dependent, ResourceClient } from "../../definition";
import type { Project } from "../../project";
import { makeCall, withoutRecord, type CallResult, type CallsIn } from "../../step";
import { labelOf } from "../fields";
import {
    isLeaving,
    readerClient,
    serviceCondition,
    serviceReader,
    vpcReader,
    type Environment,
    type Size,
} from "../records";
import type { ServiceArgs } from "./args";
import type { ServiceObserved } from "./observe";

// Letters and digits only, so that no shell, URL or connection string ever has to quote one; without those that look alike.
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
const length = 32;

const newPassword = (): string => Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");

type Result = CallResult<ServiceObserved, ServiceRecord>;

const withRecord = async (answer: Promise<ServiceRecord | undefined>): Promise<Result> => ({ record: await answer });

type Version = ServiceArgs["passwordVersion"];

const calls = ({ client: { services }, id: projectId }: Project, serviceId: string) => {
    const place = { projectId, serviceId };
    const updatePassword = async (
        password: string,
        passwordOrigin: "given" | "generated",
        passwordVersion: Version,
    ): Promise<Result> => {
        await services.updatePassword({ ...place, password });
        return { values: { password, passwordOrigin, passwordVersion } };
    };
    return {
        setEnvironment: ({ environment }: { environment: Environment }) =>
            withoutRecord(services.setEnvironment({ ...place, environment })),
        setPassword: ({ password, version }: { password: string; version: Version }) =>
            updatePassword(password, "given", version),
        generatePassword: ({ version }: { version: Version }) => updatePassword(newPassword(), "generated", version),
        start: () => withRecord(services.start(place)),
        stop: () => withRecord(services.stop(place)),
        resize: async (size: { cpuMillis: Size; memoryGbs: Size }): Promise<Result> => ({
            record: await services.resize({
                ...place,
                cpuMillis: String(size.cpuMillis),
                memoryGbs: String(size.memoryGbs),
            }),
            // The numbers that the record shows for a shared size are only valid for the size before.
            values: { sharedAs: undefined },
        }),
        setHa: (counts: { replicaCount: number; syncReplicaCount?: number }) =>
            withRecord(services.setHa({ ...place, ...counts })),
        enablePooler: () => withoutRecord(services.enablePooler(place)),
        disablePooler: () => withoutRecord(services.disablePooler(place)),
        attachToVpc: ({ vpcId }: { vpcId: string }) => withoutRecord(services.attachToVpc({ ...place, vpcId })),
        detachFromVpc: ({ vpcId }: { vpcId: string }) => withoutRecord(services.detachFromVpc({ ...place, vpcId })),
    };
};

export type ServiceCalls = CallsIn<ReturnType<typeof calls>>;

export function serviceClient(
    project: Project,
    serviceId: string,
): ResourceClient<ServiceObserved, ServiceRecord, ServiceCalls> {
    const { client, id: projectId } = project;
    return {
        ...readerClient(serviceReader(project), serviceId),
        act: (step) => makeCall(calls(project, serviceId), step),
        namesExisting: ({ args }) =>
            "vpcId" in args ? async () => (await vpcReader(project).get(args.vpcId)) !== undefined : undefined,
        remove: () => client.services.delete({ projectId, serviceId }),
        usedBy: () => forksOf(project, serviceId),
    };
}

/** The forks of a service, as far as the API shows their parent. */
async function forksOf({ client, id: projectId }: Project, serviceId: string): Promise<Dependent[]> {
    const { records } = await client.services.list({ projectId });
    const forks = records.filter(
        ({ forkedFrom, status }) => forkedFrom?.serviceId === serviceId && serviceCondition(status) !== "gone",
    );
    return forks.map((fork) => ({
        label: `its fork ${labelOf(fork.name, fork.serviceId)}`,
        isDeleting: isLeaving(fork.status),
    }));
}
