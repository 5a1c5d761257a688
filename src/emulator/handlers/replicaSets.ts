import { checkParent } from "../core/operations";
import { checkFigures, checkName, sizeOf, unprocessable } from "../core/refusals";
import { resourceTypes } from "../resources";
import { type ReplicaSetRow, replicaSetRecord } from "../resources/replicaSet";
import { type Call, existing, type Handlers, serviceOf, setPooler, visibleRows, visibleService } from "./call";
import { checkBackup } from "./services";

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
        const { core, body } = call;
        const service = serviceOf(call);
        checkName(body.name);
        checkFigures(body.cpu_millis, body.memory_gbs);
        checkParent(service, transitions.create);
        checkBackup(service, core.now());
        const given = { ...body, service_id: service.id, endpoint: false, status: "creating" };
        const set = resourceTypes.replicaSet.create(given, core.newId());
        core.insert(set);
        call.begin(set, "create", { endpoint: true });
        return replicaSetRecord(set, service.project_id, core.quirks);
    },
    deleteReplicaSet: (call) => {
        call.begin(replicaSetOf(call), "delete");
        return undefined;
    },
    resizeReplicaSet: (call) => {
        const set = replicaSetOf(call);
        checkParent(serviceOf(call), transitions.resize);
        const { cpu_millis, memory_gbs } = sizeOf(call.body, set);
        if (cpu_millis === null || memory_gbs === null) {
            throw unprocessable("INVALID_SIZE", "cpu_millis, memory_gbs: a read replica set is not shared.");
        }
        call.begin(set, "resize", { cpu_millis, memory_gbs });
        return { message: `The read replica set ${set.id} is being resized.` };
    },
    enableReplicaSetPooler: (call) => switchPooler(call, true),
    disableReplicaSetPooler: (call) => switchPooler(call, false),
    setReplicaSetEnvironment: (call) => {
        const set = replicaSetOf(call);
        const { environment } = call.body;
        call.begin(set, "setEnvironment", { environment });
        return { message: `The environment of ${set.id} is ${environment}.` };
    },
} satisfies Partial<Handlers>;
