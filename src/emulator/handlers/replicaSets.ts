import { checkFigures, checkName, sizeOf, unprocessable } from "../core/refusals";
import { resourceTypes } from "../resources";
import { type Handlers, replicaSetOf, serviceOf, setPooler, started } from "./call";

export const replicaSets = {
    listReplicaSets: (call) => {
        const { id, replica_sets } = serviceOf(call);
        return call.core.visibility.many(replica_sets, "replicaSet", id);
    },
    createReplicaSet: (call) => {
        const { core, body } = call;
        const { id } = serviceOf(call);
        checkName(body.name);
        checkFigures(body.cpu_millis, body.memory_gbs);
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
        const { cpu_millis, memory_gbs } = sizeOf(call.body, set);
        if (cpu_millis === null || memory_gbs === null) {
            throw unprocessable("INVALID_SIZE", "cpu_millis, memory_gbs: a read replica set is not shared.");
        }
        return started(call, set, "resize", { cpu_millis, memory_gbs });
    },
    enableReplicaSetPooler: (call) => setPooler(call, replicaSetOf(call), true),
    disableReplicaSetPooler: (call) => setPooler(call, replicaSetOf(call), false),
    setReplicaSetEnvironment: (call) => started(call, replicaSetOf(call), "setEnvironment", call.body),
} satisfies Partial<Handlers>;
