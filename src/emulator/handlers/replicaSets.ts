import { checkParent } from "../core/operations";
import { conflict, unprocessable } from "../core/refusal";
import type { ReplicaSetRow } from "../core/rows/replicaSet";
import { checkFigures, checkName, defaultEnvironment, sizeOf } from "../core/rules";
import { replicaSetRecord } from "../views/replicaSet";
import { type Call, childOf, type Handlers, seenAll, seenService, serviceOf } from "./call";
import { checkBackup } from "./forks";

type Change = "deleteReplicaSet" | "resizeReplicaSet" | "setReplicaSetEnvironment" | PoolerCall;
type PoolerCall = "enableReplicaSetPooler" | "disableReplicaSetPooler";

const replicaSetOf = (call: Call<Change>): ReplicaSetRow =>
    childOf(serviceOf(call).replica_sets, "replicaSet", call.params.replica_set_id);

function checkPooler(set: ReplicaSetRow, on: boolean): void {
    if (set.pooler === on && set.operation === null) {
        throw conflict(
            `POOLER_${on ? "ENABLED" : "DISABLED"}`,
            `The pooler of ${set.id} is ${on ? "on" : "off"} already.`,
        );
    }
}

function setPooler(call: Call<PoolerCall>, on: boolean) {
    const set = replicaSetOf(call);
    checkParent(serviceOf(call), call.core.transition(set, "setPooler"));
    checkPooler(set, on);
    call.core.begin(set, "setPooler", { pooler: on }, call.disturbance);
    return { message: `The connection pooler of ${set.id} is being ${on ? "activated" : "deactivated"}.` };
}

export const replicaSets: Handlers<"listReplicaSets" | "createReplicaSet" | Change> = {
    listReplicaSets: (call) => {
        const { core } = call;
        const { id, project_id, replica_sets } = seenService(call);
        const rows = seenAll(core, replica_sets, (gone) => gone.kind === "replicaSet" && gone.service_id === id);
        return rows.map((set) => replicaSetRecord(set, project_id, core.quirks, true));
    },
    createReplicaSet: (call) => {
        const { core, body, disturbance } = call;
        const service = serviceOf(call);
        checkName(body.name);
        checkFigures(body.cpu_millis, body.memory_gbs);
        const set: ReplicaSetRow = {
            kind: "replicaSet",
            id: core.newId(),
            service_id: service.id,
            ...body,
            pooler: false,
            environment: defaultEnvironment,
            endpoint: false,
            status: "creating",
            operation: null,
        };
        checkParent(service, core.transition(set, "create"));
        checkBackup(service, core.now());
        core.insert(set);
        core.begin(set, "create", { endpoint: true }, disturbance);
        return replicaSetRecord(set, service.project_id, core.quirks);
    },
    deleteReplicaSet: (call) => {
        call.core.begin(replicaSetOf(call), "delete", {}, call.disturbance);
        return undefined;
    },
    resizeReplicaSet: (call) => {
        const { core, body, disturbance } = call;
        const set = replicaSetOf(call);
        checkParent(serviceOf(call), core.transition(set, "resize"));
        const { cpu_millis, memory_gbs } = sizeOf(body, set);
        if (cpu_millis === null || memory_gbs === null) {
            throw unprocessable("INVALID_SIZE", "cpu_millis, memory_gbs: a read replica set is not shared.");
        }
        core.begin(set, "resize", { cpu_millis, memory_gbs }, disturbance);
        return { message: `The read replica set ${set.id} is being resized.` };
    },
    enableReplicaSetPooler: (call) => setPooler(call, true),
    disableReplicaSetPooler: (call) => setPooler(call, false),
    setReplicaSetEnvironment: (call) => {
        const set = replicaSetOf(call);
        call.core.begin(set, "setEnvironment", { environment: call.body.environment }, call.disturbance);
        return { message: `The environment of ${set.id} is ${call.body.environment}.` };
    },
};
