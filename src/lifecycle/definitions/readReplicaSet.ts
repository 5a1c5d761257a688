import { z } from "zod";
import { complete, type ReplicaSetRecord, type ServiceRecord, type UnreadableRecord } from "../../api";
import { adoptProblems } from "./adoptedPair";
import type { CreateSpec } from "../creation/createOnce";
import { commonSchema } from "./commonArgs";
import { replicaSetCondition, serviceCondition } from "./condition";
import { endpointOf, poolerOf, type EndpointAddress } from "./endpoint";
import { environmentOf } from "./environment";
import { amount, countFromOne, id, idPair, name } from "./fields";
import { commonRules, type CommonArgs, type Desired, type Handle, type ResourceDefinition } from "../definition";
import { pairId } from "./pairId";
import type { Project } from "../project";
import { listingOf } from "../creation/inventory";
import { sizeText } from "./sizeText";
import { sameName } from "../spelling";
import { present, type Step } from "../step";
import { serviceTimeouts } from "./timeouts";
import { listUnder } from "../wait/collectionReader";

export interface ReadReplicaSetArgs extends CommonArgs {
    serviceId: string;
    nodes: number;
    cpuMillis: number;
    memoryGbs: number;
    name?: string;
    environment?: "DEV" | "PROD";
    connectionPooler?: boolean;
}

export interface ReadReplicaSetObserved {
    serviceId: string;
    replicaSetId: string;
    name: string;
    nodes: number;
    cpuMillis: number;
    memoryGbs: number;
    environment: string;
    connectionPooler: boolean;
    status: string;
    endpoint: EndpointAddress | null;
    poolerEndpoint: EndpointAddress | null;
}

type SetStep = Step<ReadReplicaSetObserved>;
type SetHandle = Handle<ReadReplicaSetObserved, ReplicaSetRecord>;

export const replicaSetId = pairId("a read replica set", "serviceId", "replicaSetId");

export const readReplicaSetDefinition: ResourceDefinition<
    ReadReplicaSetArgs,
    ReadReplicaSetObserved,
    ReplicaSetRecord
> = {
    type: "ReadReplicaSet",
    noun: "read replica set",
    schema: z.strictObject({
        ...commonSchema,
        adopt: idPair("a read replica set", "serviceId/replicaSetId").optional(),
        serviceId: id,
        nodes: countFromOne,
        cpuMillis: amount("millicores"),
        memoryGbs: amount("gigabytes"),
        name: name.optional(),
        environment: z.enum(["DEV", "PROD"]).optional(),
        connectionPooler: z.boolean().optional(),
    }),
    rules: {
        ...commonRules,
        serviceId: "replace",
        nodes: "replace",
        name: "replace",
        cpuMillis: "update",
        memoryGbs: "update",
        environment: "update",
        connectionPooler: "update",
    },
    resets: { connectionPooler: false },
    timeouts: serviceTimeouts,
    whenOmitted: { connectionPooler: false, endpoint: null, poolerEndpoint: null },
    hidden: [],
    replaceWhenUnknown: ["serviceId"],
    sameSpelling: { name: sameName },
    ready: { endpoint: present },
    constraints: adoptProblems("read replica set", "serviceId"),
    nameOf: (args, fallback) => args.name ?? fallback,
    mustDeleteFirst: (observed, args, ownName) => observed.serviceId === args.serviceId && observed.name === ownName,
    argumentOutputs: ({ profile, adopt, onNameConflict }) => ({ profile, adopt, onNameConflict }),
    observe: (record) => ({
        values: {
            replicaSetId: record.id,
            name: record.name,
            nodes: record.nodes,
            cpuMillis: record.cpuMillis,
            memoryGbs: record.memoryGbs,
            environment: environmentOf(record.metadata?.environment),
            ...poolerOf(record.connectionPooler),
            status: record.status,
            endpoint: endpointOf(record.endpoint),
        },
        condition: replicaSetCondition(record.status),
        status: record.status,
    }),
    plan: planReplicaSet,
    handle: replicaSetHandle,
    createSpec: replicaSetCreateSpec,
    idOf: ({ id }, { serviceId }) => replicaSetId.join(serviceId, id),
    observedFromId: (id) => ({ serviceId: replicaSetId.split(id)[0] }),
};

function planReplicaSet(
    observed: Partial<ReadReplicaSetObserved>,
    { environment, cpuMillis, memoryGbs, connectionPooler }: Desired<ReadReplicaSetArgs>,
): SetStep[] {
    const steps: SetStep[] = [];
    if (environment != null && environment !== observed.environment) {
        const progress = `setting the environment to ${environment}`;
        steps.push({
            call: "setEnvironment",
            args: { environment },
            effect: { environment },
            title: `environment -> ${environment}`,
            progress,
        });
    }
    const size = { cpuMillis: cpuMillis ?? observed.cpuMillis, memoryGbs: memoryGbs ?? observed.memoryGbs };
    const resized = size.cpuMillis !== observed.cpuMillis || size.memoryGbs !== observed.memoryGbs;
    if (resized && size.cpuMillis !== undefined && size.memoryGbs !== undefined) {
        const to = sizeText(size.cpuMillis, size.memoryGbs);
        steps.push({
            call: "resize",
            args: size,
            effect: size,
            title: `resize to ${to}`,
            progress: `resizing to ${to}`,
        });
    }
    if (connectionPooler != null && connectionPooler !== (observed.connectionPooler ?? false)) {
        steps.push(
            connectionPooler
                ? {
                      call: "enablePooler",
                      args: {},
                      effect: { connectionPooler, poolerEndpoint: present },
                      title: "pooler on",
                      progress: "enabling the connection pooler",
                  }
                : {
                      call: "disablePooler",
                      args: {},
                      effect: { connectionPooler, poolerEndpoint: null },
                      title: "pooler off",
                      progress: "disabling the connection pooler",
                  },
        );
    }
    return steps;
}

function replicaSetHandle(project: Project, id: string): SetHandle {
    const [serviceId, ownId] = replicaSetId.split(id);
    const { client, id: projectId, services } = project;
    const place = { projectId, serviceId, replicaSetId: ownId };
    const acts: Readonly<Record<string, (args: SetStep["args"]) => Promise<unknown>>> = {
        setEnvironment: ({ environment }) =>
            client.replicaSets.setEnvironment({ ...place, environment: environment as "DEV" | "PROD" }),
        resize: ({ cpuMillis, memoryGbs }) =>
            client.replicaSets.resize({ ...place, cpuMillis: String(cpuMillis), memoryGbs: String(memoryGbs) }),
        enablePooler: () => client.replicaSets.enablePooler(place),
        disablePooler: () => client.replicaSets.disablePooler(place),
    };
    const inService = (service: ServiceRecord | undefined) => findSet(project, service, serviceId, ownId);
    const readService = ({ single = false, fresh }: { fresh: boolean; single?: boolean }) =>
        single ? services.get(serviceId) : services.read(serviceId, { fresh, reader: id });
    return {
        lock: serviceId,
        read: async (options) => inService(await readService(options)),
        until: (wait) =>
            services.until(serviceId, {
                ...wait,
                look: async (service, at) => wait.look(await inService(service), at),
            }),
        async act({ call, args }) {
            const act = acts[call ?? ""];
            if (act === undefined) throw new Error(`no call is known for the step "${call ?? ""}"`);
            await act(args);
            return {};
        },
        remove: () => client.replicaSets.delete(place),
    };
}

/** The record of a service that there is. */
const alive = (service: ServiceRecord | undefined) =>
    service !== undefined && serviceCondition(service.status) !== "gone" ? service : undefined;

/** A set is read from its service's record, which everyone shares; one that is missing there is confirmed by the service's own list. */
async function findSet(
    project: Project,
    record: ServiceRecord | undefined,
    serviceId: string,
    ownId: string,
): Promise<ReplicaSetRecord | undefined> {
    const { client } = project;
    const service = alive(record);
    const among = (sets: readonly ReplicaSetRecord[] | undefined) => sets?.find(({ id }) => id === ownId);
    if (service === undefined) return undefined;
    const parent = async () => alive(await project.services.read(serviceId, { fresh: true }));
    const listed = () => listUnder(client.replicaSets.list({ projectId: project.id, serviceId }), parent);
    const mayBeIt = ({ id }: UnreadableRecord) => id === undefined || id === ownId;
    return among(service.readReplicaSets) ?? among(complete(await listed(), mayBeIt));
}

function replicaSetCreateSpec(
    project: Project,
    { serviceId, nodes, cpuMillis, memoryGbs }: ReadReplicaSetArgs,
    ownName: string,
): CreateSpec<ReadReplicaSetObserved, ReplicaSetRecord> {
    const { client, id: projectId } = project;
    return {
        name: ownName,
        key: ownName,
        uniqueName: true,
        match: (set) => (set.nodes === nodes ? "same" : "different"),
        showsInitialSize: (set) => set.cpuMillis === cpuMillis && set.memoryGbs === memoryGbs,
        label: `read replica set ${JSON.stringify(ownName)} of service ${serviceId}`,
        doing: "creating",
        inventory: project.inventory(`replica sets of ${serviceId}`, async () =>
            listingOf(await client.replicaSets.list({ projectId, serviceId }), (one) => ({
                id: one.id,
                name: one.name,
                leaving: one.status === "deleting",
            })),
        ),
        create: () =>
            project.serialise(serviceId, () =>
                client.replicaSets.create({ projectId, serviceId, name: ownName, nodes, cpuMillis, memoryGbs }),
            ),
        idIn: ({ id }) => id,
        effect: { nodes, cpuMillis, memoryGbs, endpoint: present },
        valuesFromAnswer: () => ({}),
        // A parent that is new has no backup to start from yet.
        retryUntilBackup: true,
    };
}
