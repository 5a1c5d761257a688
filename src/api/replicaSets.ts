import type { Caller } from "./call";
import { endpoints } from "./endpoints";

export const replicaSets = (call: Caller) => ({
    list: call(endpoints.listReplicaSets),
    create: call(endpoints.createReplicaSet),
    delete: call(endpoints.deleteReplicaSet),
    resize: call(endpoints.resizeReplicaSet),
    enablePooler: call(endpoints.enableReplicaSetPooler),
    disablePooler: call(endpoints.disableReplicaSetPooler),
    setEnvironment: call(endpoints.setReplicaSetEnvironment),
});
