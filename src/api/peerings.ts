import type { Caller } from "./call";
import { endpoints } from "./endpoints";

export const peerings = (call: Caller) => ({
    list: call(endpoints.listPeerings),
    create: call(endpoints.createPeering),
    get: call(endpoints.getPeering),
    delete: call(endpoints.deletePeering),
});
