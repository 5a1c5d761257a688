import { randomInt } from "node:crypto";
import type { ServiceRecord } from "../../../api";
import { makeCall, withoutRecord, type CallsIn } from "../../calls";
import { isLeaving, type ServiceObserved } from "./observe";
import type { CallResult, Dependent, ResourceClient } from "../../definition";
import { type Environment, readerClient } from "../records";
import type { Project } from "../../project";
import type { ServiceArgs, Size } from "./args";
// Letters and digits only, so that no shell, URL or connection string ever has to quote one; without those that look alike.
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
const length = 32;

/** A strong new password. */
export const generatePassword = (): string =>
    Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");

type Result = CallResult<ServiceObserved, ServiceRecord>;

const withRecord = async (answer: Promise<ServiceRecord | undefined>): Promise<Result> => ({ record: await answer });

type Version = ServiceArgs["passwordVersion"];

const calls = ({ client: { services }, id: projectId }: Project, serviceId: string) => {
    const place = { projectId, serviceId };
    const setPassword = async (
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
            setPassword(password, "given", version),
        generatePassword: ({ version }: { version: Version }) => setPassword(generatePassword(), "generated", version),
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

/** The calls that a service's steps make. */
export type ServiceCalls = CallsIn<ReturnType<typeof calls>>;

export function serviceClient(
    project: Project,
    serviceId: string,
): ResourceClient<ServiceObserved, ServiceRecord, ServiceCalls> {
    const { client, id: projectId } = project;
    return {
        ...readerClient(project.services, serviceId),
        act: (step) => makeCall(calls(project, serviceId), step),
        remove: () => client.services.delete({ projectId, serviceId }),
        usedBy: () => forksOf(project, serviceId),
    };
}

/** The forks of a service, as far as the API shows their parent. */
async function forksOf({ client, id: projectId }: Project, serviceId: string): Promise<Dependent[]> {
    const { records } = await client.services.list({ projectId });
    const forks = records.filter(({ forkedFrom }) => forkedFrom?.serviceId === serviceId);
    return forks.map((fork) => ({
        label: `its fork ${fork.name} (${fork.serviceId})`,
        isDeleting: isLeaving(fork.status),
    }));
}
