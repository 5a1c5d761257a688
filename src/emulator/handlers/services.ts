import type { Core } from "../core/core";
import { conflict } from "../core/refusal";
import { type Row, rowTypes } from "../core/rows";
import type { Addon, ServiceRow, ServiceType } from "../core/rows/service";
import { checkName, checkRegion, defaultEnvironment, defaultSize, regions, sizeOf } from "../core/rules";
import { childrenOf } from "../core/world";
import { serviceRecord } from "../views/service";
import { createRow, newService } from "./createRow";
import { withoutPrefix } from "../views/spelled";
import { type Handlers, projectOf, seenAll, seenService, serviceOf, servicesIn } from "./call";
import { withMalformed } from "./malformed";

function typeOf(addons: readonly Addon[]): ServiceType {
    if (addons.includes("time-series")) return "TIMESERIES_DB";
    return addons.includes("ai") ? "VECTOR" : "POSTGRES";
}

export function checkFreeName(core: Core, projectId: string, name: string): void {
    if (!core.quirks.uniqueServiceNames) return;
    for (const service of core.world.services.values()) {
        if (service.project_id === projectId && service.name === name) {
            throw conflict("NAME_TAKEN", `The project has a service ${name} already: ${service.id}.`);
        }
    }
}

function checkChildless(core: Core, service: ServiceRow): void {
    const cascades = ({ kind }: Row) => kind === "replicaSet" && core.quirks.cascadeReplicaSets;
    const child = childrenOf(service).find((one) => !cascades(one));
    if (child === undefined) return;
    const { noun, plural } = rowTypes[child.kind];
    const code = `HAS_${plural.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
    throw conflict(code, `The service ${service.id} still has ${noun}s.`);
}

function checkForkless({ world, quirks }: Core, { id }: ServiceRow): void {
    if (quirks.forksHold === "no") return;
    const forks = [...world.services.values()].filter((other) => other.forked_from?.service_id === id);
    if (forks.length === 0) return;
    if (quirks.forksHold === "silently") throw conflict("", "");
    throw conflict("HAS_FORKS", `The service ${id} has dependent forks.`);
}

export const services: Handlers<
    "listServices" | "createService" | "getService" | "deleteService" | "startService" | "stopService"
> = {
    listServices: (call) => {
        const { core } = call;
        const { id } = projectOf(call);
        const view = { now: core.now(), quirks: core.quirks, listed: true };
        const there = servicesIn(core, id);
        const rows = seenAll(core, there, (gone) => gone.kind === "service" && gone.project_id === id);
        return withMalformed(
            core,
            rows.map((row) => serviceRecord(row, view)),
        );
    },
    createService: (call) => {
        const { core, body, disturbance } = call;
        const project = projectOf(call);
        const region = withoutPrefix(body.region_code ?? regions[0], core.quirks);
        checkName(body.name);
        checkFreeName(core, project.id, body.name);
        checkRegion(region);
        const type = typeOf(body.addons ?? []);
        const service = newService(core, {
            project_id: project.id,
            name: body.name,
            region_code: region,
            service_type: type,
            ...sizeOf(body, defaultSize),
            environment: body.environment_tag ?? defaultEnvironment,
        });
        const operation = type === "TIMESERIES_DB" ? "createTimeSeries" : "create";
        createRow(core, service, operation, body.replica_count ?? 0, disturbance);
        return serviceRecord(service, { now: core.now(), quirks: core.quirks, created: true });
    },
    getService: (call) => serviceRecord(seenService(call), { now: call.core.now(), quirks: call.core.quirks }),
    deleteService: (call) => {
        const { core, disturbance } = call;
        const service = serviceOf(call);
        checkChildless(core, service);
        checkForkless(core, service);
        core.begin(service, core.quirks.tombstones ? "deleteWithTombstone" : "delete", {}, disturbance);
        return undefined;
    },
    startService: (call) => {
        const service = serviceOf(call);
        call.core.begin(service, "start", {}, call.disturbance);
        return serviceRecord(service, { now: call.core.now(), quirks: call.core.quirks });
    },
    stopService: (call) => {
        const service = serviceOf(call);
        call.core.begin(service, "stop", {}, call.disturbance);
        return serviceRecord(service, { now: call.core.now(), quirks: call.core.quirks });
    },
};
