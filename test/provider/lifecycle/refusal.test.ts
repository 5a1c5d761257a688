// How the words of a refusal are read, in APIs whose words nobody knows.
import { ApiError } from "../../../src/provider/api";
import { kindOf } from "../../../src/provider/api/errors";
import { settleWindow } from "../../../src/provider/lifecycle";
import {
    isDeletionProtected,
    isLimitReached,
    isOperationInProgress,
    mayLackBackup,
    mayNeedRunning,
} from "../../../src/provider/lifecycle/errors";

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
    protected: isDeletionProtected,
    "operation in progress": isOperationInProgress,
    "without a backup": mayLackBackup,
    "at a limit": isLimitReached,
};

/** Each text is the API's message, and at the end, after `#`, its code. */
test.each<[keyof typeof readings, number, boolean, readonly string[]]>([
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
