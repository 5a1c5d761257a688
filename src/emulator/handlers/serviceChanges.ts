import type { Core } from "../core/core";
import { conflict, unprocessable } from "../core/refusal";
import type { ServiceRow } from "../core/rows/service";
import type { VpcRow } from "../core/rows/vpc";
import { checkCounts, checkPassword, sizeOf } from "../core/rules";
import { serviceRecord } from "../views/service";
import { type Handlers, serviceOf } from "./call";

const show = (core: Core, service: ServiceRow) => serviceRecord(service, { now: core.now(), quirks: core.quirks });

function vpcForService(core: Core, service: ServiceRow, vpcId: string): VpcRow {
    const vpc = core.world.vpcs.get(vpcId);
    if (vpc?.project_id !== service.project_id) {
        throw unprocessable("VPC_NOT_FOUND", `vpc_id: the project has no VPC ${vpcId}.`);
    }
    if (vpc.region_code !== service.region_code) {
        const where = `${vpc.region_code}, the service ${service.id} in ${service.region_code}`;
        throw unprocessable("REGION_MISMATCH", `vpc_id: the VPC ${vpcId} is in ${where}.`);
    }
    return vpc;
}

function checkPooler(service: ServiceRow, on: boolean): void {
    if (service.pooler === on && service.operation === null) {
        throw conflict(
            `POOLER_${on ? "ENABLED" : "DISABLED"}`,
            `The pooler of ${service.id} is ${on ? "on" : "off"} already.`,
        );
    }
}

export const serviceChanges: Handlers<
    | "attachServiceToVpc"
    | "detachServiceFromVpc"
    | "resizeService"
    | "enableServicePooler"
    | "disableServicePooler"
    | "updateServicePassword"
    | "setServiceEnvironment"
    | "setServiceHa"
> = {
    attachServiceToVpc: (call) => {
        const { core, body, disturbance } = call;
        const service = serviceOf(call);
        const vpc = vpcForService(core, service, body.vpc_id);
        if (service.vpc_id !== null) {
            throw conflict("VPC_ATTACHED", `The service ${service.id} is attached to the VPC ${service.vpc_id}.`);
        }
        core.begin(service, "attach", { vpc_id: vpc.id }, disturbance);
        return { message: `The service ${service.id} is being attached to the VPC ${vpc.id}.` };
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
        return show(core, service);
    },
    enableServicePooler: (call) => {
        const service = serviceOf(call);
        checkPooler(service, true);
        call.core.begin(service, "setPooler", { pooler: true }, call.disturbance);
        return { message: `The connection pooler of ${service.id} is being activated.` };
    },
    disableServicePooler: (call) => {
        const service = serviceOf(call);
        checkPooler(service, false);
        call.core.begin(service, "setPooler", { pooler: false }, call.disturbance);
        return { message: `The connection pooler of ${service.id} is being deactivated.` };
    },
    updateServicePassword: (call) => {
        const { core, body, disturbance } = call;
        const service = serviceOf(call);
        checkPassword(body.password);
        const operation = core.quirks.passwordNeedsRunning ? "updatePasswordRunning" : "updatePassword";
        core.begin(service, operation, { password: body.password }, disturbance);
        return {};
    },
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
        if (body.replica_count === undefined && body.sync_replica_count === undefined) {
            throw unprocessable("INVALID_HA", "replica_count, sync_replica_count: at least one is needed.");
        }
        const replicas = body.replica_count ?? service.replica_count;
        const synchronous = body.sync_replica_count ?? service.sync_replica_count;
        checkCounts(replicas, synchronous);
        core.begin(service, "setHa", { replica_count: replicas, sync_replica_count: synchronous }, disturbance);
        return show(core, service);
    },
};
