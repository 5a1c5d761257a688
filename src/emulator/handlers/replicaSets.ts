import { checkParent } from "../core/operations";
import { checkFigures, checkName, defaultEnvironment, sizeOf, unprocessable } from "../core/refusals";
import { resourceTypes } from "../resources";
import { type ReplicaSetRow, replicaSetRecord } from "../resources/replicaSet";
import { type Call, existing, type Handlers, serviceOf, setPooler, visibleRows, visibleService } from "./call";
import { checkBackup } from "./serviceLife";

const { transitions } = resourceTypes.replicaSet;

function replicaSetOf(call: Call<"deleteReplicaSet">): ReplicaSetRow {
    const { replica_set_id: id } = call.params;
    return existing(
        serviceOf(call).replica_sets.find((set) => set.id === id),
        "replicaSet",
        id,
    );
}

function switchPooler(call: Call<"enableReplicaSetPooler" | "disableReplicaSetPooler">, on: boolean) {
    const set = replicaSetOf(call);
    checkParent(serviceOf(call), transitions.setPooler);
    return setPooler(call, set, on);
}

export const replicaSets = {
    listReplicaSets: (call) => {
        const { core } = call;
        const { id, project_id, replica_sets } = visibleService(call);
        const rows = visibleRows(core, replica_sets, (row) => row.kind === "replicaSet" && row.service_id === id);
        return rows.map((set) => replicaSetRecord(set, project_id, core.quirks, true));
    },
    createReplicaSet: (call) => {
        const { core, body, disturbance } = call;
        const service = serviceOf(call);
        checkName(body.name);
        checkFigures(body.cpu_millis, body.memory_gbs);
        checkParent(service, transitions.create);
        checkBackup(service, core.now());
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
        checkParent(serviceOf(call), transitions.resize);
        const { cpu_millis, memory_gbs } = sizeOf(body, set);
        if (cpu_millis === null || memory_gbs === null) {
            throw unprocessable("INVALID_SIZE", "cpu_millis, memory_gbs: a read replica set is not shared.");
        }
        core.begin(set, "resize", { cpu_millis, memory_gbs }, disturbance);
        return { message: `The read replica set ${set.id} is being resized.` };
    },
    enableReplicaSetPooler: (call) => switchPooler(call, true),
    disableReplicaSetPooler: (call) => switchPooler(call, false),
    setReplicaSetEnvironment: (call) => {
        const set = replicaSetOf(call);
        call.core.begin(set, "setEnvironment", { environment: call.body.environment }, call.disturbance);
        return { message: `The environment of ${set.id} is ${call.body.environment}.` };
    },
} satisfies Partial<Handlers>;
