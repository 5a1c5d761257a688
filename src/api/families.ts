// The client's functions, grouped by API resource. The names follow the operations of the API reference.
import type { Caller } from "./call";
import { endpoints } from "./endpoints";
import { createLogEntries } from "./logEntries";

/** Binds every endpoint to a connection. */
export const bindFamilies = (call: Caller) => ({
    identity: {
        whoami: call(endpoints.getCallerIdentity),
        projects: call(endpoints.listProjects),
    },
    vpcs: {
        list: call(endpoints.listVpcs),
        create: call(endpoints.createVpc),
        get: call(endpoints.getVpc),
        delete: call(endpoints.deleteVpc),
        rename: call(endpoints.renameVpc),
    },
    peerings: {
        list: call(endpoints.listPeerings),
        create: call(endpoints.createPeering),
        get: call(endpoints.getPeering),
        delete: call(endpoints.deletePeering),
    },
    services: {
        list: call(endpoints.listServices),
        create: call(endpoints.createService),
        get: call(endpoints.getService),
        delete: call(endpoints.deleteService),
        start: call(endpoints.startService),
        stop: call(endpoints.stopService),
        attachToVpc: call(endpoints.attachServiceToVpc),
        detachFromVpc: call(endpoints.detachServiceFromVpc),
        resize: call(endpoints.resizeService),
        enablePooler: call(endpoints.enableServicePooler),
        disablePooler: call(endpoints.disableServicePooler),
        fork: call(endpoints.forkService),
        updatePassword: call(endpoints.updateServicePassword),
        setEnvironment: call(endpoints.setServiceEnvironment),
        setHa: call(endpoints.setServiceHa),
        logs: call(endpoints.getServiceLogs),
        logEntries: createLogEntries(call(endpoints.getServiceLogs)),
    },
    replicaSets: {
        list: call(endpoints.listReplicaSets),
        create: call(endpoints.createReplicaSet),
        delete: call(endpoints.deleteReplicaSet),
        resize: call(endpoints.resizeReplicaSet),
        enablePooler: call(endpoints.enableReplicaSetPooler),
        disablePooler: call(endpoints.disableReplicaSetPooler),
        setEnvironment: call(endpoints.setReplicaSetEnvironment),
    },
});
