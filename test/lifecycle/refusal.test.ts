// How the words of a refusal are read, in APIs whose words nobody knows.
import { ApiError } from "../../src/api";
import {
    isOperationInProgress,
    mayLackBackup,
    mayNeedRunning,
    isInUse,
    isDeletionProtected,
    isLimitReached,
} from "../../src/lifecycle/refusal";
import { kindOf } from "../../src/api/errorKind";

function refusal(status: number, message?: string, code?: string): ApiError {
    const kind = kindOf({ type: "refused", status, code, message, requestId: undefined });
    const details = { kind, method: "DELETE", path: "/p", outcomeUnknown: false, status } as const;
    return new ApiError("refused", {
        ...details,
        ...(message === undefined ? {} : { apiMessage: message }),
        ...(code === undefined ? {} : { code }),
    });
}

test.each<[number, string, boolean]>([
    [409, "The VPC vpc-1 is still in use.", true],
    [409, "the service has dependent resources", true],
    [400, "The service still has read replica sets.", true],
    [409, "Service 'orders-replica' cannot be deleted: the account has a billing hold.", false],
    [409, "the service is still being upgraded", false],
    [409, "deletion protection keeps its replica sets", false],
])("%d %j is about something that holds on: %s", (status, message, held) => {
    expect(isInUse(refusal(status, message))).toBe(held);
});

test("a conflict without a word may be about anything, a bad request is not", () => {
    expect([isInUse(refusal(409)), isInUse(refusal(400))]).toEqual([true, false]);
});

test("a name that is quoted says nothing", () => {
    expect(isDeletionProtected(refusal(409, "Service 'data-protection' is in use by a replica set"))).toBe(false);
    expect(isInUse(refusal(409, "Service 'data-protection' is in use by a replica set"))).toBe(true);
    expect(mayNeedRunning(refusal(422, 'the password of "stopped-one" is too short'), 0)).toBe(false);
    expect(isDeletionProtected(refusal(409, undefined, "DeletionProtected"))).toBe(true);
});

test.each<[number, string | undefined, string | undefined, boolean]>([
    [423, undefined, undefined, true],
    [409, "later", "SERVICE_BUSY", true],
    [400, "service is busy, operation in progress", undefined, true],
    [422, "Your plan allows 3 services. Delete one, or upgrade and try again later.", "QUOTA_EXCEEDED", false],
    [409, "a service busy-bee exists already", "NAME_TAKEN", false],
])("%d %j %j is waited out to the end: %s", (status, message, code, firmly) => {
    expect(isOperationInProgress(refusal(status, message, code))).toBe(firmly);
});

test.each<[string | undefined, string | undefined, boolean]>([
    ["the service has no backup yet", undefined, true],
    [undefined, "NoBackupYet", true],
    ["target_time is not within the range of available backups", "INVALID_TARGET_TIME", false],
])("400 %j %j is about a backup that will come: %s", (message, code, lacks) => {
    expect(mayLackBackup(refusal(400, message, code))).toBe(lacks);
});

test.each([
    "the limit is 3",
    "its limits allow 3",
    "4 would exceed it",
    "it exceeds 3",
    "3 are exceeded",
    "at most 3",
    "too many",
])("%j is a quota", (message) => {
    expect(isLimitReached(refusal(400, message))).toBe(true);
    expect(isLimitReached(refusal(400, `the name "${message}" is taken`))).toBe(false);
});
