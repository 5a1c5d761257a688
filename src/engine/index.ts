export { defaultParallel, deploy, type DeployOptions, type EmulatorLike } from "./deploy";
export type { DeployResult, Plain, ResourceReport, StepReport } from "./deployResult";
export type { ConfigInput } from "./config";
export type { Changes, Diagnostic, EngineEvent, Operation, Severity } from "./run/events";
export type { DeploymentDocument } from "./stateDocument";
