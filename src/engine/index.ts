export { defaultParallel, deploy, type DeployOptions, type EmulatorLike } from "./deploy";
export type { DeployResult, Plain, ResourceReport, StepReport } from "./deployResult";
export type { ConfigInput } from "./project";
export type { Changes, Diagnostic, EngineEvent, Operation, Severity } from "./run/events";
export type { DeploymentDocument } from "./state/document";
export { exportStack } from "./state/store";
