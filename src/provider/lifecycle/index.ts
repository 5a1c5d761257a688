export { update } from "./converge";
export { adoptable, argumentsAsTheyAre, create, sharedError, type CreateRequest } from "./create";
export { listCandidates } from "./creation/attempt";
export { matchOf } from "./creation/createSpec";
export * from "./definition";
export { definitions, secretProperties, type ResourceName } from "./definitions";
export {
    childId,
    commonRules,
    id as idText,
    idPair,
    name as nameText,
    nameConflictPolicies,
    NameAround,
    nameWith,
    partsOf,
    type CommonArgs,
} from "./definitions/fields";
export { isLeaving, serviceReader, sizeText, timeOf, type EndpointAddress, type Size } from "./definitions/records";
export * from "./definitions/service/forkName";
export type { ServiceRecordOutput } from "./definitions/service/observe";
export { asError, assertNoProblem, isAmbiguous, isTransient, UserError } from "./errors";
export { absentWarning, read, recordUnlessGone, type AbsenceObserver, type LastSeen } from "./gone";
export { assertSameResource, namesOf, reasonToKeep } from "./mayDelete";
export {
    mergeObservation,
    nothingKnown,
    observeRecord,
    ResourceInProgress,
    UnfinishedError,
    type KnownState,
} from "./observation";
export { previewCreate } from "./previewCreate";
export { Project, SharedProject } from "./project";
export { NotDeleted, remove } from "./remove";
export { isSameThing, sameCode, sameName, type Spellings } from "./spelling";
export { onlyStatus, OperationProgress, type Reporter } from "./task";
export { undefinedOn404 } from "./wait/collectionReader";
export { retryInterval, settleWindow } from "./wait/schedule";
