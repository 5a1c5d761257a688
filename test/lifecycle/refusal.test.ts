// How the words of a refusal are read, in APIs whose words nobody knows.
import { ApiError } from "../../src/api";
import {
    isOperationInProgress,
    mayConcernContents,
    mayLackBackup,
    mayNeedRunning,
    isInUse,
    isDeletionProtected,
    isLimitReached,
    refusalOf,
} from "../../src/lifecycle/refusal";
import { settleWindow } from "../../src/lifecycle";
import { kindOf } from "../../src/api/errorKind";
import { failureOf } from "../support/inProcess";

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
    expect(isInUse(refusal(status, message), [])).toBe(held);
});

test("a mention of what it can contain is one of its use", () => {
    const nouns = ["forecast", "manual backup"];
    for (const words of ["it has forecasts", "delete its manual backups first", "ManualBackup"]) {
        expect(isInUse(refusal(400, words), nouns)).toBe(true);
        expect(isInUse(refusal(400, words), [])).toBe(false);
        expect(isInUse(refusal(400, `${words}, it is protected`), nouns)).toBe(false);
        expect(mayConcernContents(refusal(400, words), nouns)).toBe(true);
    }
    expect(isInUse(refusal(400, "it has a manual"), nouns)).toBe(false);
});

test("a conflict without a word may be about anything, a bad request is not", () => {
    expect([isInUse(refusal(409), []), isInUse(refusal(400), [])]).toEqual([true, false]);
});

test("a name that is quoted says nothing", () => {
    expect(isDeletionProtected(refusal(409, "Service 'data-protection' is in use by a replica set"))).toBe(false);
    expect(isInUse(refusal(409, "Service 'data-protection' is in use by a replica set"), [])).toBe(true);
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

test.each(["service busy", "it is locked", "an operation is pending", "INPROGRESS"])(
    "%j is an operation in progress, of a call that is busy only",
    (words) => {
        const busy = (message: string) => refusal(409, `another operation: ${message}`);
        expect(isOperationInProgress(busy(words))).toBe(true);
        expect(isOperationInProgress(refusal(404, words))).toBe(false);
    },
);

test("a call to try again later may be refused for ever", () => {
    expect(isOperationInProgress(refusal(409, "try again later"))).toBe(false);
    expect(isOperationInProgress(refusal(423, "try again later"))).toBe(true);
});

test.each(["in use", "it depends on it", "attached", "a peering", "a replica", "a child", "it still has one"])(
    "%j is about something that holds on",
    (words) => {
        expect(isInUse(refusal(422, words), [])).toBe(true);
        expect(isInUse(refusal(422, `protected, ${words}`), [])).toBe(false);
    },
);

test.each(["fork", "forks", "is forked", "maintenance", "backup", "backups", "a snapshot", "snapshots"])(
    "%j is not about contents",
    (words) => {
        expect(mayConcernContents(refusal(409, words), ["replica"])).toBe(false);
        expect(mayConcernContents(refusal(409, words), ["fork", "forked", "maintenance", "backup", "snapshot"])).toBe(
            true,
        );
        expect(
            mayConcernContents(refusal(409, `${words}, maintenance`), ["fork", "forked", "backup", "snapshot"]),
        ).toBe(false);
    },
);

test.each(["no", "not", "none", "without", "until", "need", "needs", "needed", "require", "requires", "required"])(
    "%j, of a backup, a snapshot or being ready, is waited for; of anything else it is not",
    (word) => {
        for (const subject of ["backup", "backups", "snapshot", "snapshots", "ready", "available yet", "yet available"])
            expect(mayLackBackup(refusal(400, `${word} ${subject}`))).toBe(true);
        expect(mayLackBackup(refusal(400, `${word} name`))).toBe(false);
    },
);

test("what a fork may be refused for, and what it is not", () => {
    const about = (status: number, message: string) => mayLackBackup(refusal(status, message));
    for (const word of ["missing", "wait", "waiting"]) expect(about(422, `${word} for a backup`)).toBe(true);
    expect(about(409, "a name is taken")).toBe(true);
    expect(about(409, "the quota is reached")).toBe(false);
    expect(about(404, "no backup")).toBe(false);
    expect(about(400, "a backup exists")).toBe(false);
});

test.each([
    "it is paused",
    "it is suspended",
    "it is stopped",
    "it is not running",
    "it isn't running",
    "it needs running",
    "they need running",
])("%j needs a service that runs", (words) => {
    for (const status of [400, 409, 422, 423]) expect(mayNeedRunning(refusal(status, words), 0)).toBe(true);
    for (const status of [403, 404, 500]) expect(mayNeedRunning(refusal(status, words), 0)).toBe(false);
});

test("a conflict may need one as well, and what stays busy for the settle window", () => {
    expect(mayNeedRunning(refusal(409, "no"), 0)).toBe(true);
    expect(mayNeedRunning(refusal(400, "no"), settleWindow)).toBe(false);
    expect(mayNeedRunning(refusal(423), settleWindow - 1)).toBe(false);
    expect(mayNeedRunning(refusal(423), settleWindow)).toBe(true);
});

test.each([
    [409, "no", true],
    [423, "no", true],
    [429, "no", true],
    [503, "no", true],
    [400, "in use", true],
    [400, "no", false],
    [403, "in use", false],
    [500, "in use", false],
])("%d %j is a refusal that may end: %s", async (status, message, mayEnd) => {
    const error = refusal(status, message);
    const work = () => Promise.reject(error);
    if (mayEnd) expect(await refusalOf(work, [])).toBe(error);
    else expect(await failureOf(refusalOf(work, []))).toBe(error);
});

test.each([
    "the quota is 3",
    "the max is 3",
    "the maximum is 3",
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
