export { deploy } from "./deploy";
export { defaultParallel, type DeployOptions, type EmulatorLike } from "./deployOptions";
export type { DeployResult, Plain, ResourceReport, StepReport } from "./deployResult";
export { exportStack } from "./exportStack";
export type { ConfigInput } from "./program/config";
export type { Changes, Diagnostic, EngineEvent, Operation, Severity } from "./run/events";
export type { DeploymentDocument } from "./state/format";
