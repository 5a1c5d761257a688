import { z } from "zod";
import { environments, type RecordList, type ReplicaSetRecord, type ServiceRecord } from "../../api";
import { makeCall, withoutRecord, type CallsIn, present } from "../step";
import type { ListedParent } from "../definition";
import { defineResource } from "../defineResource";
import type { Project } from "../project";
import { matchAll, shows } from "../creation/createSpec";
import { findIn, listUnder } from "../wait/collectionReader";
import { commonRules, commonSchema, amount, countFromOne, id, idPair, name, partsOf } from "./fields";
import { amountIn, isAmount, planEnvironment, planPooler, planSize } from "./compute";
import {
    endpointOf,
    poolerOf,
    type EndpointAddress,
    type Environment,
    conditionOf,
    obstacleIn,
    serviceTimeouts,
    parentProblems,
    serviceCondition,
    serviceReader,
} from "./records";
import { quoted } from "../../../shared/visible";

const form = "serviceId/replicaSetId";

const replicaSetSchema = z.strictObject({
    ...commonSchema,
    adopt: idPair("a read replica set", form).optional(),
    serviceId: id,
    nodes: countFromOne,
    cpuMillis: amount("millicores"),
    memoryGbs: amount("gigabytes"),
    name: name.optional(),
    environment: z.enum(environments).optional(),
    connectionPooler: z.boolean().optional(),
});
export type ReadReplicaSetArgs = z.infer<typeof replicaSetSchema>;

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

export const replicaSetCondition = conditionOf<ReplicaSetRecord["status"]>({
    creating: "busy",
    resizing: "busy",
    deleting: "busy",
    active: "settled",
    error: "failed",
});

export const readReplicaSetDefinition = defineResource<
    ReadReplicaSetArgs,
    ReadReplicaSetObserved,
    ReplicaSetRecord,
    ReplicaSetCalls
>({
    type: "ReadReplicaSet",
    noun: "read replica set",
    schema: replicaSetSchema,
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
    containedIn: {
        type: "Service",
        argument: "serviceId",
        goesWithIt: true,
        problems: (project, { serviceId }) => parentProblems(project, serviceId),
        shownIn: (service) => setsIn(service as ServiceRecord),
    },
    references: { related: { serviceId: "paused" } },
    constraints: ({ previous, related }) =>
        previous === undefined && related["serviceId"] === true
            ? [{ property: "serviceId", reason: "must be the id of a running service, and this program pauses it" }]
            : [],
    naming: {
        distinguishing: ({ projectId, serviceId, nodes }) => ({ projectId, serviceId, nodes }),
    },
    records: {
        whenOmitted: { connectionPooler: false, endpoint: null, poolerEndpoint: null },
        omittable: () => ["environment"],
    },
    observe: (record, expected) => ({
        values: {
            // Only the id says it.
            serviceId: undefined,
            replicaSetId: record.id,
            name: record.name,
            nodes: record.nodes,
            cpuMillis: amountIn(record.cpuMillis, expected.cpuMillis),
            memoryGbs: amountIn(record.memoryGbs, expected.memoryGbs),
            environment: record.metadata?.environment,
            ...poolerOf(record.connectionPooler),
            status: record.status,
            endpoint: endpointOf(record.endpoint),
        },
        condition: replicaSetCondition(record.status),
        status: record.status,
    }),
    plan: (observed, desired) => [
        ...planEnvironment(observed, desired),
        ...planSize(observed, desired),
        ...planPooler(observed, desired),
    ],
    clientFor(project, pair) {
        const [serviceId, ownId] = partsOf(pair, form);
        const { client, id: projectId } = project;
        const services = serviceReader(project);
        const place = { projectId, serviceId, replicaSetId: ownId };
        /**
         * Finds the set in its service's record, which all readers share. It is absent if the service is, or if the service's own GET does
         * not show it, and a list of the service's sets that was requested after that lacks it.
         */
        const inService = async (service: ServiceRecord | undefined) => {
            const isSet = ({ id }: ReplicaSetRecord) => id === ownId;
            if (service === undefined || serviceCondition(service.status) === "gone") return undefined;
            const listed = service.readReplicaSets?.find(isSet);
            if (listed !== undefined) return listed;
            const shown = (await services.get(serviceId))?.readReplicaSets?.find(isSet);
            return shown ?? findIn(await listReplicaSets(project, { id: serviceId }), ownId, ({ id }) => id);
        };
        return {
            async read({ fresh, single = false }) {
                if (!single) return inService(await services.read(serviceId, { fresh, reader: pair }));
                const service = await services.get(serviceId);
                // Where the service's own GET shows its sets, no list says more.
                const sets = service?.readReplicaSets;
                const isShown = sets !== undefined && serviceCondition(service?.status) !== "gone";
                return isShown ? sets.find(({ id }) => id === ownId) : inService(service);
            },
            until: (wait) =>
                services.until(serviceId, {
                    ...wait,
                    look: async (service, at) => wait.look(await inService(service), at),
                }),
            act: (step) => makeCall(calls(project, place), step),
            remove: () => client.replicaSets.delete(place),
            obstacle: (to) => obstacleIn(project, serviceId, to),
        };
    },
    creation: {
        ready: { endpoint: present },
        list: listReplicaSets,
        spec: (project, { serviceId, nodes, cpuMillis, memoryGbs }, ownName) => ({
            name: ownName,
            recognition: {
                nameOf: (set) => set.name,
                match: (set) =>
                    matchAll(
                        shows(nodes, set.nodes),
                        shows(cpuMillis, set.cpuMillis, isAmount),
                        shows(memoryGbs, set.memoryGbs, isAmount),
                    ),
                ownedBy: serviceId,
            },
            label: `read replica set ${quoted(ownName)} of service ${serviceId}`,
            progress: "creating",
            create: () =>
                project.client.replicaSets.create({
                    projectId: project.id,
                    serviceId,
                    name: ownName,
                    nodes,
                    cpuMillis,
                    memoryGbs,
                }),
            effect: { nodes, cpuMillis, memoryGbs, endpoint: present },
            obstacle: () => obstacleIn(project, serviceId),
        }),
    },
    recordId: ({ id }) => id,
});

type ReplicaSetCalls = CallsIn<ReturnType<typeof calls>>;

type Place = Readonly<Record<"projectId" | "serviceId" | "replicaSetId", string>>;

const calls = ({ client: { replicaSets } }: Project, place: Place) => ({
    setEnvironment: ({ environment }: { environment: Environment }) =>
        withoutRecord(replicaSets.setEnvironment({ ...place, environment })),
    // The contract has numbers in the create call and texts here.
    resize: ({ cpuMillis, memoryGbs }: { cpuMillis: number; memoryGbs: number }) =>
        withoutRecord(replicaSets.resize({ ...place, cpuMillis: String(cpuMillis), memoryGbs: String(memoryGbs) })),
    enablePooler: () => withoutRecord(replicaSets.enablePooler(place)),
    disablePooler: () => withoutRecord(replicaSets.disablePooler(place)),
});

const setsIn = ({ readReplicaSets }: ServiceRecord): RecordList<ReplicaSetRecord> | undefined =>
    readReplicaSets && { records: readReplicaSets, unreadable: [] };

/** The read replica sets of a service, by a list of their own. */
function listReplicaSets(project: Project, { id: serviceId }: ListedParent): Promise<RecordList<ReplicaSetRecord>> {
    const { client, id: projectId, clock } = project;
    return listUnder(
        clock,
        () => client.replicaSets.list({ projectId, serviceId }),
        () => serviceReader(project).read(serviceId, { fresh: true }),
    );
}
