// What happens when an operation of a service begins and ends is in `onEvent` of `resources/service.ts`.
import { sizeWith } from "../core/limits";
import {
    checkCounts,
    checkFigures,
    checkName,
    checkSize,
    conflict,
    defaultEnvironment,
    defaultRegion,
    defaultSize,
    regionOf,
    sizeOf,
    unprocessable,
} from "../core/refusals";
import { resourceTypes } from "../resources";
import type { Addon, ForkStrategy, ServiceOperation, ServiceRow, ServiceType } from "../resources/service";
import { addLogs } from "../resources/serviceLogs";
import { type Call, type Handlers, replicaSetOf, serviceOf, servicesOf, setPooler, started, vpcsOf } from "./call";

type ServiceCall = Call<"createService" | "forkService">;

function typeFor(addons: readonly Addon[]): ServiceType {
    if (addons.includes("time-series")) return "TIMESERIES_DB";
    return addons.includes("ai") ? "VECTOR" : "POSTGRES";
}

function checkFreeName(call: ServiceCall, name: string): void {
    const other = call.core.quirks.uniqueServiceNames && servicesOf(call).find((service) => service.name === name);
    if (other) throw conflict("NAME_TAKEN", `The project has a service ${name} already: ${other.id}.`);
}

function checkTarget(parent: ServiceRow, strategy: ForkStrategy, target: string | undefined, now: number): void {
    const refusal = (problem: string) => unprocessable("INVALID_TARGET_TIME", `target_time: ${problem}.`);
    if (strategy !== "PITR") {
        if (target !== undefined) throw refusal("only with the strategy PITR");
        return;
    }
    if (target === undefined) throw refusal("required with the strategy PITR");
    const at = Date.parse(target);
    if (at > now) throw refusal("lies in the future");
    if (at < parent.created_at) throw refusal("lies before the service was created");
}

const snapshotsEveryMs = 24 * 3_600_000;

/** The moment of the data that a fork gets; `null` for now. */
function momentOf({ core, body }: Call<"forkService">, { backup_at, snapshot_at }: ServiceRow): number | null {
    if (body.fork_strategy === "NOW") return null;
    if (body.target_time !== undefined) return Date.parse(body.target_time);
    const first = backup_at ?? core.now();
    const every = snapshotsEveryMs * core.timeScale;
    if (every === 0) return snapshot_at ?? core.now();
    return Math.max(first + Math.floor((core.now() - first) / every) * every, snapshot_at ?? 0);
}

/** Inserts a service and starts the operation that creates it, which adds its endpoint and HA replicas. */
function insertService(
    { core, begin }: ServiceCall,
    operation: ServiceOperation,
    replicaCount: number,
    fields: Partial<ServiceRow>,
): ServiceRow {
    const given = { ...fields, status: "QUEUED", age_ms: 0, endpoint: false, backup_at: null };
    const service = resourceTypes.service.create(given, core.newId(), core);
    const ready = begin(service, operation, { endpoint: true, replica_count: replicaCount });
    if (ready !== undefined) service.backup_at = ready + core.quirks.backupAfterMs * core.timeScale;
    core.insert(service);
    return service;
}

const forkOperations: Record<ForkStrategy, ServiceOperation> = {
    LAST_SNAPSHOT: "forkLastSnapshot",
    NOW: "forkNow",
    PITR: "forkPitr",
};

function began(call: Call<"startService">, operation: ServiceOperation, change: Partial<ServiceRow> = {}): ServiceRow {
    const service = serviceOf(call);
    call.begin(service, operation, change);
    return service;
}

export const services = {
    listServices: (call) => call.core.visibility.many(servicesOf(call), "service", call.params.project_id),
    createService: (call) => {
        const { core, body, params } = call;
        checkName(body.name);
        checkFreeName(call, body.name);
        const region_code = regionOf(body.region_code ?? defaultRegion, core);
        checkCounts({ replica_count: body.replica_count }, core);
        const service_type = typeFor(body.addons ?? []);
        const operation = service_type === "TIMESERIES_DB" ? "createTimeSeries" : "create";
        return insertService(call, operation, body.replica_count ?? 0, {
            ...params,
            name: body.name,
            region_code,
            service_type,
            addons: body.addons ?? [],
            ...sizeOf(body, sizeWith(body) ?? defaultSize, core),
            environment: body.environment_tag ?? defaultEnvironment,
        });
    },
    forkService: (call) => {
        const { core, body } = call;
        const parent = serviceOf(call);
        const { project_id, region_code, service_type, addons, volume_type } = parent;
        const name = body.name ?? `${parent.name}-fork`;
        checkName(name);
        checkFreeName(call, name);
        // The contract lets a fork inherit one half of its size, which may make a size that no vendor offers.
        const isHalf = (body.cpu_millis === undefined) !== (body.memory_gbs === undefined);
        const size = sizeOf(body, parent, isHalf ? { limits: undefined } : core);
        checkTarget(parent, body.fork_strategy, body.target_time, core.now());
        const fork = insertService(call, forkOperations[body.fork_strategy], 0, {
            project_id,
            name,
            region_code,
            service_type,
            addons,
            volume_type,
            ...size,
            environment: body.environment_tag ?? defaultEnvironment,
            forked_from: { project_id, service_id: parent.id },
            copy_of: { service_id: parent.id, at: momentOf(call, parent) },
        });
        addLogs(parent, [{ message: `forked as service ${fork.id}` }], core.now());
        return fork;
    },
    getService: serviceOf,
    deleteService: (call) => {
        const { quirks, world } = call.core;
        const service = serviceOf(call);
        const { id, replica_sets } = service;
        if (replica_sets.length > 0 && !quirks.cascadeReplicaSets) {
            throw conflict("HAS_REPLICA_SETS", `The service ${id} still has read replica sets.`);
        }
        if (quirks.forksHold !== "no" && [...world.services.values()].some((it) => it.forked_from?.service_id === id)) {
            if (quirks.forksHold === "silently") throw conflict("", "");
            throw conflict("HAS_FORKS", `The service ${id} has dependent forks.`);
        }
        call.begin(service, quirks.tombstones ? "deleteWithTombstone" : "delete");
        return undefined;
    },
    startService: (call) => began(call, "start"),
    stopService: (call) => began(call, "stop"),
    attachServiceToVpc: (call) => {
        const { vpc_id } = call.body;
        const service = serviceOf(call);
        const vpc = vpcsOf(call).find(({ id }) => id === vpc_id);
        if (!vpc) throw unprocessable("VPC_NOT_FOUND", `vpc_id: the project has no VPC ${vpc_id}.`);
        if (vpc.region_code !== service.region_code) {
            const regions = `${vpc.region_code}, the service ${service.id} in ${service.region_code}`;
            throw unprocessable("REGION_MISMATCH", `vpc_id: the VPC ${vpc_id} is in ${regions}.`);
        }
        if (service.vpc_id !== null) {
            throw conflict("VPC_ATTACHED", `The service ${service.id} is attached to the VPC ${service.vpc_id}.`);
        }
        return started(call, service, "attach", { vpc_id });
    },
    detachServiceFromVpc: (call) => {
        const { vpc_id } = call.body;
        const service = serviceOf(call);
        if (service.vpc_id !== vpc_id) {
            throw conflict("VPC_NOT_ATTACHED", `The service ${service.id} is not attached to the VPC ${vpc_id}.`);
        }
        return started(call, service, "detach", { vpc_id: null });
    },
    resizeService: (call) => began(call, "resize", sizeOf(call.body, serviceOf(call), call.core)),
    enableServicePooler: (call) => setPooler(call, serviceOf(call), true),
    disableServicePooler: (call) => setPooler(call, serviceOf(call), false),
    updateServicePassword: (call) => {
        const { body, core } = call;
        if (/^$|\0/.test(body.password)) {
            throw unprocessable(
                "INVALID_PASSWORD",
                "password: must not be empty, and must not contain a NUL character.",
            );
        }
        const operation = core.quirks.passwordNeedsRunning ? "updatePasswordRunning" : "updatePassword";
        return started(call, serviceOf(call), operation, body);
    },
    setServiceEnvironment: (call) => {
        const operation = call.core.quirks.environmentNeedsRunning ? "setEnvironmentRunning" : "setEnvironment";
        return started(call, serviceOf(call), operation, call.body);
    },
    setServiceHa: (call) => {
        const { body } = call;
        const current = serviceOf(call);
        const refusal = (problem: string) => unprocessable("INVALID_HA", problem);
        const { replica_count = current.replica_count, sync_replica_count = current.sync_replica_count } = body;
        if (body.replica_count === undefined && body.sync_replica_count === undefined) {
            throw refusal("replica_count, sync_replica_count: at least one is needed.");
        }
        if (sync_replica_count > replica_count) {
            const counts = `${sync_replica_count} synchronous of ${replica_count} replicas`;
            throw refusal(`sync_replica_count: ${counts} is not possible.`);
        }
        if (replica_count !== current.replica_count || sync_replica_count !== current.sync_replica_count)
            checkCounts(body, call.core);
        return began(call, "setHa", { replica_count, sync_replica_count });
    },

    listReplicaSets: (call) => {
        const { id, replica_sets } = serviceOf(call);
        return call.core.visibility.many(replica_sets, "replicaSet", id);
    },
    createReplicaSet: (call) => {
        const { core, body } = call;
        const { id } = serviceOf(call);
        checkName(body.name);
        checkFigures(body.cpu_millis, body.memory_gbs);
        checkSize(body, core);
        checkCounts({ nodes: body.nodes }, core);
        const given = { ...body, service_id: id, endpoint: false, status: "creating" };
        const set = resourceTypes.replicaSet.create(given, core.newId());
        call.begin(set, "create", { endpoint: true });
        core.insert(set);
        return set;
    },
    deleteReplicaSet: (call) => {
        call.begin(replicaSetOf(call), "delete");
        return undefined;
    },
    resizeReplicaSet: (call) => {
        const set = replicaSetOf(call);
        const { cpu_millis, memory_gbs } = sizeOf(call.body, set, call.core);
        if (cpu_millis === null || memory_gbs === null) {
            throw unprocessable("INVALID_SIZE", "cpu_millis, memory_gbs: a read replica set is not shared.");
        }
        return started(call, set, "resize", { cpu_millis, memory_gbs });
    },
    enableReplicaSetPooler: (call) => setPooler(call, replicaSetOf(call), true),
    disableReplicaSetPooler: (call) => setPooler(call, replicaSetOf(call), false),
    setReplicaSetEnvironment: (call) => started(call, replicaSetOf(call), "setEnvironment", call.body),
} satisfies Partial<Handlers>;
