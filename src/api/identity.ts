import type { Caller } from "./call";
import { endpoints } from "./endpoints";

export const identity = (call: Caller) => ({
    whoami: call(endpoints.getCallerIdentity),
    projects: call(endpoints.listProjects),
});
