// How the words of a refusal are read, in APIs whose words nobody knows.
import { ApiError } from "../../src/api";
import { kindOf } from "../../src/api/errors";
import { settleWindow } from "../../src/lifecycle";
import {
    isDeletionProtected,
    isInUse,
    isLimitReached,
    isOperationInProgress,
    mayConcernContents,
    mayLackBackup,
    mayNeedRunning,
    refusalOf,
} from "../../src/lifecycle/errors";
import { failureOf } from "../support/inProcess";

function refusal(status: number, message?: string, code?: string): ApiError {
    const kind = kindOf({ status, code, message });
    const details = { kind, method: "DELETE", path: "/p", outcomeUnknown: false, status } as const;
    return new ApiError("refused", {
        ...details,
        ...(message === undefined ? {} : { apiMessage: message }),
        ...(code === undefined ? {} : { code }),
    });
}

const readings = {
    "in use": (error: ApiError) => isInUse(error, []),
    protected: isDeletionProtected,
    "operation in progress": isOperationInProgress,
    "without a backup": mayLackBackup,
    "at a limit": isLimitReached,
};

/** Each text is the API's message, and at the end, after `#`, its code. */
test.each<[keyof typeof readings, number, boolean, readonly string[]]>([
    ["in use", 409, true, ["", "The VPC vpc-1 is still in use.", "the service has dependent resources"]],
    ["in use", 400, true, ["The service still has read replica sets."]],
    ["in use", 422, true, ["it depends on it", "attached", "a peering", "a replica", "a child", "it still has one"]],
    ["in use", 422, false, ["protected, in use", "protected, a peering"]],
    ["in use", 409, false, ["the service is still being upgraded", "deletion protection keeps its replica sets"]],
    ["in use", 409, false, ["Service 'orders-replica' cannot be deleted: the account has a billing hold."]],
    ["in use", 409, true, ["Service 'data-protection' is in use by a replica set"]],
    ["in use", 400, false, [""]],
    ["protected", 409, false, ["Service 'data-protection' is in use by a replica set"]],
    ["protected", 409, true, ["#DeletionProtected"]],
    ["operation in progress", 423, true, ["", "try again later"]],
    ["operation in progress", 409, true, ["later#SERVICE_BUSY", "another operation: it is locked"]],
    ["operation in progress", 409, true, ["another operation is pending"]],
    ["operation in progress", 400, true, ["service is busy, operation in progress"]],
    ["operation in progress", 404, false, ["service busy", "it is locked"]],
    ["operation in progress", 409, false, ["try again later", "a service busy-bee exists already#NAME_TAKEN"]],
    ["operation in progress", 422, false, ["Your plan allows 3. Delete one, or try again later.#QUOTA_EXCEEDED"]],
    ["without a backup", 400, true, ["the service has no backup yet", "#NoBackupYet", "not ready"]],
    ["without a backup", 400, true, ["needs snapshots", "a backup is required", "without backups", "none ready"]],
    ["without a backup", 422, true, ["missing for a backup", "wait for a backup", "waiting for a backup"]],
    ["without a backup", 400, true, ["until yet available", "a backup is needed first", "#NO_BACKUP"]],
    ["without a backup", 422, true, ["a backup is needed first", "#NO_BACKUP"]],
    ["without a backup", 409, true, ["a name is taken"]],
    ["without a backup", 422, false, ["nodes: at most 3", "this type is not supported yet"]],
    ["without a backup", 422, false, ["target_time is before the oldest backup", "not available#SIZE_NOT_AVAILABLE"]],
    ["without a backup", 400, false, ["no name", "a backup exists"]],
    ["without a backup", 400, false, ["target_time is not within the range of available backups#INVALID_TARGET_TIME"]],
    ["without a backup", 409, false, ["the quota is reached"]],
    ["without a backup", 404, false, ["no backup"]],
    ["at a limit", 400, true, ["the quota is 3", "the maximum is 3", "its limits allow 3", "it exceeds 3"]],
    ["at a limit", 400, true, ["3 are exceeded", "at most 3", "too many"]],
    ["at a limit", 400, false, ['the name "too many" is taken']],
])("%s, %d: %s", (reading, status, expected, texts) => {
    const read = texts.map((text) => {
        const [message, code] = text.split("#");
        return [text, readings[reading](refusal(status, message === "" ? undefined : message, code))];
    });
    expect(read).toEqual(texts.map((text) => [text, expected]));
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

test.each(["forks", "is forked", "maintenance", "backups", "a snapshot"])("%j is not about contents", (words) => {
    const nouns = ["fork", "forked", "backup", "snapshot"];
    expect(mayConcernContents(refusal(409, words), ["replica"])).toBe(false);
    expect(mayConcernContents(refusal(409, words), [...nouns, "maintenance"])).toBe(true);
    expect(mayConcernContents(refusal(409, `${words}, maintenance`), nouns)).toBe(false);
});

test.each([
    ["a conflict", refusal(409), 0, true],
    ["an invalid request", refusal(400), 0, true],
    ["what is busy", refusal(423), settleWindow - 1, false],
    ["what stays busy for the settle window", refusal(423), settleWindow, true],
    ["what is forbidden", refusal(403, "it is paused"), settleWindow, false],
    ["what is not found", refusal(404, "it is paused"), settleWindow, false],
])("%s may need it running, whatever it says", (_what, error, refusedFor, expected) =>
    expect(mayNeedRunning(error, refusedFor)).toBe(expected),
);

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
    const refused = refusalOf(Promise.reject(error), []);
    expect(await (mayEnd ? refused : failureOf(refused))).toBe(error);
});
