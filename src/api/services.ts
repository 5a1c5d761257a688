import type { Caller } from "./call";
import { endpoints } from "./endpoints";
import { createLogEntries } from "./logEntries";

export const services = (call: Caller) => ({
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
});
