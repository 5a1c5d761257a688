import { complete, type ServiceRecord } from "../../../api";
import { isLeaving } from "../condition";
import type { CallResult, Dependent, Handle } from "../../definition";
import { generatePassword } from "../password";
import type { Project } from "../../project";
import type { Step } from "../../step";
import { listUnder } from "../../wait/collectionReader";
import type { ServiceObserved } from "./observe";

type Result = CallResult<ServiceObserved, ServiceRecord>;
type Args = Step<ServiceObserved>["args"];
type Act = (project: Project, serviceId: string, args: Args) => Promise<Result>;

/** An answer that shows no record is no look at the thing. */
const withoutRecord = async (answer: Promise<unknown>): Promise<Result> => {
    await answer;
    return {};
};
const withRecord = async (answer: Promise<ServiceRecord | undefined>): Promise<Result> => ({ record: await answer });

// The calls that a plan's steps name. Their arguments come from the plan, which knows their types.
const calls: Readonly<Record<string, Act>> = {
    setEnvironment: ({ client, id: projectId }, serviceId, { environment }) =>
        withoutRecord(
            client.services.setEnvironment({ projectId, serviceId, environment: environment as "DEV" | "PROD" }),
        ),
    setPassword: (project, serviceId, { password, version }) =>
        updatePassword(project, serviceId, password as string, "given", version as string | number | undefined),
    generatePassword: (project, serviceId, { version }) =>
        updatePassword(project, serviceId, generatePassword(), "generated", version as string | number | undefined),
    start: ({ client, id: projectId }, serviceId) => withRecord(client.services.start({ projectId, serviceId })),
    stop: ({ client, id: projectId }, serviceId) => withRecord(client.services.stop({ projectId, serviceId })),
    async resize({ client, id: projectId }, serviceId, { cpuMillis, memoryGbs }) {
        const size = { cpuMillis: String(cpuMillis), memoryGbs: String(memoryGbs) };
        const record = await client.services.resize({ projectId, serviceId, ...size });
        // What a record shows of a shared size is learned anew, from this resize on.
        return { record, values: { sharedAs: undefined } };
    },
    setHa: ({ client, id: projectId }, serviceId, counts) =>
        withRecord(client.services.setHa({ projectId, serviceId, ...(counts as { replicaCount: number }) })),
    enablePooler: ({ client, id: projectId }, serviceId) =>
        withoutRecord(client.services.enablePooler({ projectId, serviceId })),
    disablePooler: ({ client, id: projectId }, serviceId) =>
        withoutRecord(client.services.disablePooler({ projectId, serviceId })),
    attachToVpc: ({ client, id: projectId }, serviceId, { vpcId }) =>
        withoutRecord(client.services.attachToVpc({ projectId, serviceId, vpcId: vpcId as string })),
    detachFromVpc: ({ client, id: projectId }, serviceId, { vpcId }) =>
        withoutRecord(client.services.detachFromVpc({ projectId, serviceId, vpcId: vpcId as string })),
};

async function updatePassword(
    { client, id: projectId }: Project,
    serviceId: string,
    password: string,
    passwordOrigin: "given" | "generated",
    passwordVersion: string | number | undefined,
): Promise<Result> {
    await client.services.updatePassword({ projectId, serviceId, password });
    return { values: { password, passwordOrigin, passwordVersion } };
}

export function serviceHandle(project: Project, serviceId: string): Handle<ServiceObserved, ServiceRecord> {
    const { client, id: projectId, services } = project;
    return {
        lock: serviceId,
        read: ({ single = false, fresh }) => (single ? services.get(serviceId) : services.read(serviceId, { fresh })),
        until: (wait) => services.until(serviceId, wait),
        act(step) {
            const act = calls[step.call ?? ""];
            if (act === undefined) throw new Error(`no call is known for the step "${step.title}"`);
            return act(project, serviceId, step.args);
        },
        remove: () => client.services.delete({ projectId, serviceId }),
        dependents: async () => [...(await replicaSetsOf(project, serviceId)), ...(await forksOf(project, serviceId))],
        contents: () => replicaSetsOf(project, serviceId),
    };
}

/** The forks of a service, as far as the API shows where they come from. */
async function forksOf({ client, id: projectId }: Project, serviceId: string): Promise<Dependent[]> {
    const forks = (await client.services.list({ projectId })).filter(
        ({ forkedFrom }) => forkedFrom?.serviceId === serviceId,
    );
    return forks.map((fork) => ({
        label: `its fork ${fork.name} (${fork.serviceId})`,
        leaving: isLeaving(fork.status),
    }));
}

/** The read replica sets of a service: they cannot outlive it, whoever has made them. */
async function replicaSetsOf({ client, id: projectId, services }: Project, serviceId: string): Promise<Dependent[]> {
    const service = await services.read(serviceId, { fresh: true });
    if (service === undefined) return [];
    const sets =
        service.readReplicaSets ??
        (await listUnder(client.replicaSets.list({ projectId, serviceId }), () =>
            services.read(serviceId, { fresh: true }),
        ));
    return complete(sets).map(({ id, name, status }) => ({
        label: `read replica set ${name} (${serviceId}/${id})`,
        leaving: status === "deleting",
        remove: async () => {
            await client.replicaSets.delete({ projectId, serviceId, replicaSetId: id });
        },
    }));
}
