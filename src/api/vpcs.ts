import type { Caller } from "./call";
import { endpoints } from "./endpoints";

export const vpcs = (call: Caller) => ({
    list: call(endpoints.listVpcs),
    create: call(endpoints.createVpc),
    get: call(endpoints.getVpc),
    delete: call(endpoints.deleteVpc),
    rename: call(endpoints.renameVpc),
});
