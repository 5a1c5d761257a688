import { changes } from "./scenarios/changes";
import { commands } from "./scenarios/commands";
import { creation } from "./scenarios/creation";
import { deletion } from "./scenarios/deletion";
import { identity } from "./scenarios/identity";

export { Kinds } from "./kinds";
export { Suite, told } from "./suite";
export { traceOf } from "./trace";
export const scenarios = [...creation, ...changes, ...deletion, ...identity, ...commands];
