// Reads and changes of a service that exists; see `serviceLife.ts` for the rest.
import type { Core } from "../core/core";
import { conflict, sizeOf, unprocessable } from "../core/refusals";
import type { ServiceRow } from "../resources/service";
import { serviceRecord } from "../resources/serviceRecord";
import { type Handlers, projectOf, serviceOf, setPooler, visibleRows, visibleService, withMalformed } from "./call";

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

export const services = {
    listServices: (call) => {
        const { core } = call;
        const { id } = projectOf(call);
        const all = core.world.services.values();
        const rows = visibleRows(core, all, (row) => row.kind === "service" && row.project_id === id);
        const records = rows.map((row) => serviceRecord(core, row, { listed: true }));
        return withMalformed(core, records);
    },
    getService: (call) => serviceRecord(call.core, visibleService(call)),
    attachServiceToVpc: (call) => {
        const { core, body, disturbance } = call;
        const service = serviceOf(call);
        checkVpc(core, service, body.vpc_id);
        if (service.vpc_id !== null) {
            throw conflict("VPC_ATTACHED", `The service ${service.id} is attached to the VPC ${service.vpc_id}.`);
        }
        core.begin(service, "attach", { vpc_id: body.vpc_id }, disturbance);
        return { message: `The service ${service.id} is being attached to the VPC ${body.vpc_id}.` };
    },
    detachServiceFromVpc: (call) => {
        const { core, body, disturbance } = call;
        const service = serviceOf(call);
        if (service.vpc_id !== body.vpc_id) {
            throw conflict("VPC_NOT_ATTACHED", `The service ${service.id} is not attached to the VPC ${body.vpc_id}.`);
        }
        core.begin(service, "detach", { vpc_id: null }, disturbance);
        return { message: `The service ${service.id} is being detached from the VPC ${body.vpc_id}.` };
    },
    resizeService: (call) => {
        const { core, body, disturbance } = call;
        const service = serviceOf(call);
        core.begin(service, "resize", sizeOf(body, service), disturbance);
        return serviceRecord(core, service);
    },
    enableServicePooler: (call) => setPooler(call, serviceOf(call), true),
    disableServicePooler: (call) => setPooler(call, serviceOf(call), false),
    setServiceEnvironment: (call) => {
        const { core, body, disturbance } = call;
        const service = serviceOf(call);
        const operation = core.quirks.environmentNeedsRunning ? "setEnvironmentRunning" : "setEnvironment";
        core.begin(service, operation, { environment: body.environment }, disturbance);
        return { message: `The environment of ${service.id} is ${body.environment}.` };
    },
    setServiceHa: (call) => {
        const { core, body, disturbance } = call;
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
        core.begin(service, "setHa", { replica_count, sync_replica_count }, disturbance);
        return serviceRecord(core, service);
    },
} satisfies Partial<Handlers>;
