// Records that a list or a GET does not show yet, or no longer because their parent is gone.
import { ApiError, serviceStatuses, type ErrorKind } from "../../src/api";
import { isLeaving, type Handle } from "../../src/lifecycle";
import { listedLater } from "../../src/lifecycle/listedLater";
import { listUnder } from "../../src/lifecycle/wait/collectionReader";
import type { Wait } from "../../src/lifecycle/wait/types";
import { failureOf } from "../support/inProcess";

describe("a resource that was just created", () => {
    const newUntil = 1_000;
    const record = { id: "a" };
    const timedOut = () => new Error("time is up");

    /** What the wait makes of one look. */
    async function lookAt(seen: object | undefined, at: number): Promise<unknown> {
        let shown: unknown = "waits on";
        const until = async <Result>({ look, deadline }: Wait<object, Result>): Promise<Result> => {
            expect(deadline).toBe(5_000);
            const result = await look(seen, at);
            if (result === undefined) throw timedOut();
            return result;
        };
        const handle = { until } as Partial<Handle<object, object>> as Handle<object, object>;
        await listedLater(handle, { newUntil, deadline: 5_000, timedOut }).then(
            (found) => (shown = found),
            () => undefined,
        );
        return shown;
    }

    test("is there once it is shown", async () => {
        expect(await lookAt(record, 0)).toBe(record);
        expect(await lookAt(record, newUntil)).toBe(record);
    });

    test("is waited for while a list may lag, and then does not exist", async () => {
        expect(await lookAt(undefined, newUntil - 1)).toBe("waits on");
        expect(await lookAt(undefined, newUntil)).toBeUndefined();
    });
});

describe("the list of what a parent has", () => {
    const refusal = (kind: ErrorKind) =>
        new ApiError(`refused (${kind})`, { kind, method: "GET", path: "/", outcomeUnknown: false });
    const parent = (exists: boolean) => jest.fn(() => Promise.resolve(exists ? {} : undefined));

    test("is as it is answered, and the parent is not asked for", async () => {
        const asked = parent(true);
        expect(await listUnder(Promise.resolve(["a"]), asked)).toEqual(["a"]);
        expect(asked).not.toHaveBeenCalled();
    });

    test("is empty where it is a 404 and the parent is gone", async () => {
        expect(await listUnder(Promise.reject(refusal("notFound")), parent(false))).toEqual([]);
    });

    test("is not empty where it is a 404 and the parent exists", async () => {
        const error = refusal("notFound");
        expect(await failureOf(listUnder(Promise.reject(error), parent(true)))).toBe(error);
    });

    test.each([refusal("forbidden"), refusal("server"), new Error("a fault of ours")])(
        "is not empty after another error: %s",
        async (error) => {
            const asked = parent(false);
            expect(await failureOf(listUnder(Promise.reject(error), asked))).toBe(error);
            expect(asked).not.toHaveBeenCalled();
        },
    );
});

test("a service that is deleted, or is being deleted, leaves its name to others", () => {
    expect(serviceStatuses.filter(isLeaving)).toEqual(["DELETING", "DELETED"]);
    expect(isLeaving("SOMETHING_NEW")).toBe(false);
});
