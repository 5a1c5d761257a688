// The life of a service: it is created, forked, started, stopped and deleted, and has a password. What happens when an
// operation begins and ends is in `onEvent` of `resources/service.ts`.
import type { Core } from "../core/core";
import { checkParent, type Disturbance, endOf } from "../core/operations";
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
import type {
    Addon,
    ForkStrategy,
    NewServiceRow,
    ServiceOperation,
    ServiceRow,
    ServiceType,
} from "../resources/service";
import { serviceRow } from "../resources/service";
import { addLogs } from "../resources/serviceLogs";
import { serviceRecord } from "../resources/serviceRecord";
import { type Call, type Handlers, projectOf, serviceOf } from "./call";

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

interface NewService {
    readonly fields: Omit<NewServiceRow, "id" | "status" | "created_at" | "password">;
    readonly operation: ServiceOperation;
    readonly replicaCount: number;
    readonly disturbance: Disturbance;
}

/** Inserts a service and starts the operation that creates it, which adds its endpoint and HA replicas. */
function insertService(core: Core, { fields, operation, replicaCount, disturbance }: NewService): ServiceRow {
    const service = serviceRow({
        id: core.newId(),
        status: "QUEUED",
        created_at: core.now(),
        password: core.random.password(),
        ...fields,
    });
    core.insert(service);
    const ready = endOf(core.begin(service, operation, { endpoint: true, replica_count: replicaCount }, disturbance));
    if (ready !== undefined) service.backup_at = ready + core.quirks.backupAfterMs * core.timeScale;
    return service;
}

const forkOperations: Record<ForkStrategy, ServiceOperation> = {
    LAST_SNAPSHOT: "forkLastSnapshot",
    NOW: "forkNow",
    PITR: "forkPitr",
};

function power(call: Call<"startService" | "stopService">, operation: "start" | "stop") {
    const { core, disturbance } = call;
    const service = serviceOf(call);
    core.begin(service, operation, {}, disturbance);
    return serviceRecord(core, service);
}

export const serviceLife = {
    createService: (call) => {
        const { core, body, disturbance } = call;
        const project = projectOf(call);
        const region = withoutPrefix(body.region_code ?? regions[0], core.quirks);
        checkName(body.name);
        checkFreeName(core, project.id, body.name);
        checkRegion(region);
        const type = typeFor(body.addons ?? []);
        const service = insertService(core, {
            fields: {
                project_id: project.id,
                name: body.name,
                region_code: region,
                service_type: type,
                ...sizeOf(body, defaultSize),
                environment: body.environment_tag ?? defaultEnvironment,
            },
            operation: type === "TIMESERIES_DB" ? "createTimeSeries" : "create",
            replicaCount: body.replica_count ?? 0,
            disturbance,
        });
        return serviceRecord(core, service, { created: true });
    },
    forkService: (call) => {
        const { core, body, disturbance } = call;
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
        const environment = body.environment_tag ?? defaultEnvironment;
        const forked_from = { project_id, service_id: parent.id };
        const fork = insertService(core, {
            fields: { project_id, name, region_code, service_type, volume_type, ...size, environment, forked_from },
            operation,
            replicaCount: 0,
            disturbance,
        });
        addLogs(parent, [{ message: `forked as service ${fork.id}` }], core.now());
        return serviceRecord(core, fork, { created: true });
    },
    startService: (call) => power(call, "start"),
    stopService: (call) => power(call, "stop"),
    deleteService: (call) => {
        const { core, disturbance } = call;
        const service = serviceOf(call);
        checkChildless(core, service);
        checkForkless(core, service);
        core.begin(service, core.quirks.tombstones ? "deleteWithTombstone" : "delete", {}, disturbance);
        return undefined;
    },
    updateServicePassword: (call) => {
        const { core, body, disturbance } = call;
        const service = serviceOf(call);
        if (body.password === "") throw unprocessable("INVALID_PASSWORD", "password: must not be empty.");
        const operation = core.quirks.passwordNeedsRunning ? "updatePasswordRunning" : "updatePassword";
        core.begin(service, operation, { password: body.password }, disturbance);
        return {};
    },
} satisfies Partial<Handlers>;
