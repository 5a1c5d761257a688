export { Kinds } from "./kinds";
export { scenarios } from "./scenarios";
export { Suite, told } from "./suite";
export { traceOf } from "./trace";
