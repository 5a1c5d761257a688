// What happens when an operation of a service begins and ends is in `onEvent` of `resources/service.ts`.
import type { EndpointName } from "../../api/endpoints";
import type { Core } from "../core/core";
import { checkParent, endOf } from "../core/operations";
import {
    checkName,
    checkRegion,
    conflict,
    defaultEnvironment,
    defaultSize,
    regions,
    sizeOf,
    unprocessable,
} from "../core/refusals";
import { childrenOf } from "../core/world";
import { resourceTypes, typeOf } from "../resources";
import { withoutPrefix } from "../resources/records";
import type { Addon, ForkStrategy, ServiceOperation, ServiceRow, ServiceType } from "../resources/service";
import { addLogs } from "../resources/serviceLogs";
import { serviceRecord } from "../resources/serviceRecord";
import {
    type Call,
    type Handlers,
    projectOf,
    serviceOf,
    setPooler,
    visibleRows,
    visibleService,
    withMalformed,
} from "./call";

function typeFor(addons: readonly Addon[]): ServiceType {
    if (addons.includes("time-series")) return "TIMESERIES_DB";
    return addons.includes("ai") ? "VECTOR" : "POSTGRES";
}

function checkFreeName(core: Core, projectId: string, name: string): void {
    if (!core.quirks.uniqueServiceNames) return;
    for (const service of core.world.services.values()) {
        if (service.project_id === projectId && service.name === name) {
            throw conflict("NAME_TAKEN", `The project has a service ${name} already: ${service.id}.`);
        }
    }
}

function checkChildless({ quirks }: Core, service: ServiceRow): void {
    const child = childrenOf(service).find(({ kind }) => !(kind === "replicaSet" && quirks.cascadeReplicaSets));
    if (child === undefined) return;
    const { noun, plural } = typeOf(child);
    const code = `HAS_${plural.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
    throw conflict(code, `The service ${service.id} still has ${noun}s.`);
}

function checkForkless({ world, quirks }: Core, { id }: ServiceRow): void {
    if (quirks.forksHold === "no") return;
    const hasForks = [...world.services.values()].some((other) => other.forked_from?.service_id === id);
    if (!hasForks) return;
    if (quirks.forksHold === "silently") throw conflict("", "");
    throw conflict("HAS_FORKS", `The service ${id} has dependent forks.`);
}

/** Refuses until the parent has its first backup. */
export function checkBackup(parent: ServiceRow, now: number): void {
    if (parent.backup_at === null || parent.backup_at > now) {
        throw conflict("NO_BACKUP", `The service ${parent.id} has no backup yet.`);
    }
}

function checkTarget(parent: ServiceRow, strategy: ForkStrategy, target: string | undefined, now: number): void {
    const refusal = (problem: string) => unprocessable("INVALID_TARGET_TIME", `target_time: ${problem}.`);
    if (strategy !== "PITR" && target === undefined) return;
    if (strategy !== "PITR") throw refusal("only with the strategy PITR");
    if (target === undefined) throw refusal("required with the strategy PITR");
    const at = Date.parse(target);
    if (at > now) throw refusal("lies in the future");
    if (at < parent.created_at) throw refusal("lies before the service was created");
}

/** Refuses a VPC that does not exist or is in another region. */
function checkVpc(core: Core, service: ServiceRow, vpcId: string): void {
    const vpc = core.world.vpcs.get(vpcId);
    if (vpc?.project_id !== service.project_id) {
        throw unprocessable("VPC_NOT_FOUND", `vpc_id: the project has no VPC ${vpcId}.`);
    }
    if (vpc.region_code !== service.region_code) {
        const regions = `${vpc.region_code}, the service ${service.id} in ${service.region_code}`;
        throw unprocessable("REGION_MISMATCH", `vpc_id: the VPC ${vpcId} is in ${regions}.`);
    }
}

/** Inserts a service and starts the operation that creates it, which adds its endpoint and HA replicas. */
function insertService(
    { core, begin }: Pick<Call<EndpointName>, "core" | "begin">,
    operation: ServiceOperation,
    replicaCount: number,
    fields: Partial<ServiceRow>,
): ServiceRow {
    const given = { ...fields, status: "QUEUED", age_ms: 0, endpoint: false, backup_at: null };
    const service = resourceTypes.service.create(given, core.newId(), core);
    core.insert(service);
    const ready = endOf(begin(service, operation, { endpoint: true, replica_count: replicaCount }));
    if (ready !== undefined) service.backup_at = ready + core.quirks.backupAfterMs * core.timeScale;
    return service;
}

const forkOperations: Record<ForkStrategy, ServiceOperation> = {
    LAST_SNAPSHOT: "forkLastSnapshot",
    NOW: "forkNow",
    PITR: "forkPitr",
};

/** Starts an operation on the service, and responds with its record. */
function began(call: Call<"startService">, operation: ServiceOperation, change: Partial<ServiceRow> = {}) {
    const service = serviceOf(call);
    call.begin(service, operation, change);
    return serviceRecord(call.core, service);
}

export const services = {
    listServices: (call) => {
        const { core } = call;
        const { id } = projectOf(call);
        const all = core.world.services.values();
        const rows = visibleRows(core, all, (row) => row.kind === "service" && row.project_id === id);
        const records = rows.map((row) => serviceRecord(core, row, { listed: true }));
        return withMalformed(core, records);
    },
    createService: (call) => {
        const { core, body } = call;
        const project = projectOf(call);
        const region = withoutPrefix(body.region_code ?? regions[0], core.quirks);
        checkName(body.name);
        checkFreeName(core, project.id, body.name);
        checkRegion(region);
        const type = typeFor(body.addons ?? []);
        const operation = type === "TIMESERIES_DB" ? "createTimeSeries" : "create";
        const service = insertService(call, operation, body.replica_count ?? 0, {
            project_id: project.id,
            name: body.name,
            region_code: region,
            service_type: type,
            ...sizeOf(body, defaultSize),
            environment: body.environment_tag ?? defaultEnvironment,
        });
        return serviceRecord(core, service, { created: true });
    },
    forkService: (call) => {
        const { core, body } = call;
        const parent = serviceOf(call);
        const { project_id, region_code, service_type, volume_type } = parent;
        const name = body.name ?? `${parent.name}-fork`;
        checkName(name);
        checkFreeName(core, project_id, name);
        const size = sizeOf(body, parent);
        checkTarget(parent, body.fork_strategy, body.target_time, core.now());
        const operation = forkOperations[body.fork_strategy];
        checkParent(parent, resourceTypes.service.transitions[operation]);
        if (body.fork_strategy === "LAST_SNAPSHOT") checkBackup(parent, core.now());
        const fork = insertService(call, operation, 0, {
            project_id,
            name,
            region_code,
            service_type,
            volume_type,
            ...size,
            environment: body.environment_tag ?? defaultEnvironment,
            forked_from: { project_id, service_id: parent.id },
        });
        addLogs(parent, [{ message: `forked as service ${fork.id}` }], core.now());
        return serviceRecord(core, fork, { created: true });
    },
    getService: (call) => serviceRecord(call.core, visibleService(call)),
    deleteService: (call) => {
        const { core } = call;
        const service = serviceOf(call);
        checkChildless(core, service);
        checkForkless(core, service);
        call.begin(service, core.quirks.tombstones ? "deleteWithTombstone" : "delete");
        return undefined;
    },
    startService: (call) => began(call, "start"),
    stopService: (call) => began(call, "stop"),
    attachServiceToVpc: (call) => {
        const { vpc_id } = call.body;
        const service = serviceOf(call);
        checkVpc(call.core, service, vpc_id);
        if (service.vpc_id !== null) {
            throw conflict("VPC_ATTACHED", `The service ${service.id} is attached to the VPC ${service.vpc_id}.`);
        }
        call.begin(service, "attach", { vpc_id });
        return { message: `The service ${service.id} is being attached to the VPC ${vpc_id}.` };
    },
    detachServiceFromVpc: (call) => {
        const { vpc_id } = call.body;
        const service = serviceOf(call);
        if (service.vpc_id !== vpc_id) {
            throw conflict("VPC_NOT_ATTACHED", `The service ${service.id} is not attached to the VPC ${vpc_id}.`);
        }
        call.begin(service, "detach", { vpc_id: null });
        return { message: `The service ${service.id} is being detached from the VPC ${vpc_id}.` };
    },
    resizeService: (call) => began(call, "resize", sizeOf(call.body, serviceOf(call))),
    enableServicePooler: (call) => setPooler(call, serviceOf(call), true),
    disableServicePooler: (call) => setPooler(call, serviceOf(call), false),
    updateServicePassword: (call) => {
        const { core, body } = call;
        const service = serviceOf(call);
        if (body.password === "") throw unprocessable("INVALID_PASSWORD", "password: must not be empty.");
        const operation = core.quirks.passwordNeedsRunning ? "updatePasswordRunning" : "updatePassword";
        call.begin(service, operation, { password: body.password });
        return {};
    },
    setServiceEnvironment: (call) => {
        const { environment } = call.body;
        const operation = call.core.quirks.environmentNeedsRunning ? "setEnvironmentRunning" : "setEnvironment";
        began(call, operation, { environment });
        return { message: `The environment of ${call.params.service_id} is ${environment}.` };
    },
    setServiceHa: (call) => {
        const { body } = call;
        const service = serviceOf(call);
        const refusal = (problem: string) => unprocessable("INVALID_HA", problem);
        const { replica_count = service.replica_count, sync_replica_count = service.sync_replica_count } = body;
        if (body.replica_count === undefined && body.sync_replica_count === undefined) {
            throw refusal("replica_count, sync_replica_count: at least one is needed.");
        }
        if (sync_replica_count > replica_count) {
            const counts = `${sync_replica_count} synchronous of ${replica_count} replicas`;
            throw refusal(`sync_replica_count: ${counts} is not possible.`);
        }
        return began(call, "setHa", { replica_count, sync_replica_count });
    },
} satisfies Partial<Handlers>;
