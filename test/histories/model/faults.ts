// Random faults: what may go wrong with the requests of one operation.
import fc from "fast-check";
import type { Fault } from "../../../src/emulator";
import type { Theme } from "./themes";

const when = fc.constantFrom("before" as const, "after" as const);
const seconds = fc.constantFrom(1, 5, 20);
const retryAfter = fc.constantFrom<Record<string, string>>({}, { "Retry-After": "3" }, { "Retry-After": "40" });

/** The API's own form, a proxy's page, or nothing. */
const body = fc.constantFrom<{ body?: unknown; headers?: Record<string, string> }>(
    { body: { code: "REFUSED", message: "It cannot be done." } },
    { body: { code: "NOT_FOUND", message: "There is no such thing." } },
    { body: { code: "BUSY", message: "It is busy; try again." } },
    { body: { code: "NO_BACKUP", message: "The service has no backup yet." } },
    { body: "<html><h1>Error</h1>", headers: { "content-type": "text/html" } },
    { body: "no such host", headers: { "content-type": "text/plain" } },
    {},
);

const status: fc.Arbitrary<Fault["do"]> = fc.oneof(
    fc.record({ kind: fc.constant("status" as const), status: fc.constantFrom(500, 502, 504), when }),
    fc.record({ kind: fc.constant("status" as const), status: fc.constantFrom(429, 503), when, headers: retryAfter }),
    fc
        .tuple(fc.constantFrom(400, 401, 403, 404, 409, 409, 422, 423), when, body)
        .map(([code, side, answer]) => ({ kind: "status" as const, status: code, when: side, ...answer })),
);

/** What a list, or a GET, may answer instead of the truth. */
const untrue: fc.Arbitrary<Fault["do"]> = fc.constantFrom<Fault["do"]>(
    { kind: "status", status: 200, body: null },
    { kind: "status", status: 200, body: [] },
    { kind: "status", status: 404, body: { code: "NOT_FOUND", message: "There is no such thing." } },
    { kind: "status", status: 404, body: "<html><h1>Not found</h1>", headers: { "content-type": "text/html" } },
    { kind: "status", status: 404 },
    { kind: "anotherRecord" },
);

const wire: fc.Arbitrary<Fault["do"]> = fc.oneof(
    fc.record({ kind: fc.constant("drop" as const), when }),
    fc.record({ kind: fc.constant("hang" as const), when }),
    fc.record({ kind: fc.constant("html" as const), when }),
    fc.constant({ kind: "empty" as const }),
    fc.constant({ kind: "truncate" as const }),
    fc.constant({ kind: "garbage" as const }),
    fc.record({ kind: fc.constant("latency" as const), ms: seconds.map((each) => each * 1000) }),
);

/** The deletion that begins never ends, or is accepted and forgotten. */
const undeleted: fc.Arbitrary<Fault> = fc
    .tuple(
        fc.constantFrom<Fault["do"]>(
            { kind: "stuck" },
            { kind: "slow", factor: 20 },
            { kind: "status", status: 202, when: "before" },
        ),
        fc.constantFrom<Partial<Fault>>(
            { endpoint: "deleteService" },
            { endpoint: "deleteService" },
            { endpoint: "deleteReplicaSet" },
        ),
        fc.constantFrom(0, 1, 2),
    )
    .map(([action, where, skipped]) => ({ do: action, ...where, after: skipped }));

/** The list of services is `null` or empty for a while. */
const noList: fc.Arbitrary<Fault> = fc
    .tuple(fc.constantFrom(null, null, []), fc.constantFrom(2, 8))
    .map(([list, count]) => ({ do: { kind: "status", status: 200, body: list }, endpoint: "listServices", count }));

const operation: fc.Arbitrary<Fault["do"]> = fc.oneof(
    fc.constant({ kind: "stuck" as const }),
    fc.constant({ kind: "fail" as const }),
    fc.record({ kind: fc.constant("unstable" as const), ms: seconds.map((each) => each * 1000) }),
    fc.record({ kind: fc.constant("late" as const), ms: seconds.map((each) => each * 1000) }),
);

/** Some of the requests: mostly those that ask for a change, where most can go wrong. */
const where: fc.Arbitrary<Partial<Fault>> = fc.oneof(
    {
        weight: 2,
        arbitrary: fc.constantFrom("createService" as const, "forkService" as const).map((endpoint) => ({ endpoint })),
    },
    {
        weight: 1,
        arbitrary: fc
            .constantFrom("createVpc" as const, "createReplicaSet" as const, "createPeering" as const)
            .map((endpoint) => ({ endpoint })),
    },
    { weight: 2, arbitrary: fc.constant({ verb: "POST" as const }) },
    { weight: 1, arbitrary: fc.constant({ verb: "DELETE" as const }) },
    { weight: 2, arbitrary: fc.constant({ verb: "GET" as const }) },
    {
        weight: 1,
        arbitrary: fc.constantFrom("listServices" as const, "getService" as const).map((endpoint) => ({ endpoint })),
    },
);

const often: fc.Arbitrary<Partial<Fault>> = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom(2, 3, 8).map((count) => ({ count })) },
    { weight: 1, arbitrary: seconds.map((each) => ({ lastsMs: each * 1000 })) },
);

const after = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: fc.constantFrom(1, 2, 3, 5).map((some) => ({ after: some })) },
);

const fault = (what: fc.Arbitrary<Fault["do"]>): fc.Arbitrary<Fault> =>
    fc
        .tuple(what, where, often, after)
        .map(([action, ...rest]) => ({ do: action, ...rest[0], ...rest[1], ...rest[2] }));

const reads = fc.constantFrom<Partial<Fault>>(
    { endpoint: "listServices" },
    { endpoint: "getService" },
    { endpoint: "listVpcs" },
    { endpoint: "getVpc" },
    { endpoint: "listReplicaSets" },
    { verb: "GET" },
);
const untruth: fc.Arbitrary<Fault> = fc
    .tuple(untrue, reads, after, often)
    .map(([action, ...rest]) => ({ do: action, ...rest[0], ...rest[1], ...rest[2] }));

/** A GET answers with the record of another resource, now and then or throughout. */
const anotherRecord: fc.Arbitrary<Fault[]> = fc
    .tuple(
        fc.constantFrom("getService" as const, "getService" as const, "getVpc" as const),
        fc.constantFrom(0, 0, 1, 3),
        fc.constantFrom(1, 3, 50),
    )
    .map(([endpoint, skipped, count]) => [{ do: { kind: "anotherRecord" }, endpoint, after: skipped, count }]);

/**
 * A node of the API without data: every record is missing, and every list is empty for a moment, or `null` for longer, which says
 * nothing of what there is.
 */
const blackout: fc.Arbitrary<Fault[]> = fc
    .tuple(
        after,
        fc.constantFrom(
            [[], { count: 1 }] as const,
            [[], { lastsMs: 500 }] as const,
            [null, { lastsMs: 30_000 }] as const,
            [null, { lastsMs: 300_000 }] as const,
        ),
    )
    .map(([skipped, [list, lasting]]): Fault[] =>
        (["Service", "Vpc"] as const).flatMap((kind) => [
            {
                do: { kind: "status", status: 404, body: { code: "NOT_FOUND", message: "There is no such thing." } },
                endpoint: `get${kind}`,
                ...skipped,
                ...lasting,
            },
            { do: { kind: "status", status: 200, body: list }, endpoint: `list${kind}s`, ...skipped, ...lasting },
        ]),
    );

/** The looks after a create call are refused, so that the creation ends before the API shows what it has made. */
const refusedLook: fc.Arbitrary<Fault> = fc
    .tuple(fc.constantFrom("getService" as const, "listServices" as const), fc.constantFrom(0, 0, 1, 2), seconds)
    .map(([endpoint, skipped, lasting]) => ({
        do: { kind: "status", status: 403, body: { code: "FORBIDDEN", message: "Not now." } },
        endpoint,
        after: skipped,
        lastsMs: lasting * 1000,
    }));

const created = fc.constantFrom<Partial<Fault>>(
    { endpoint: "createService" },
    { endpoint: "createService" },
    { endpoint: "forkService" },
    { endpoint: "createVpc" },
    { endpoint: "createReplicaSet" },
    { endpoint: "createPeering" },
    { verb: "POST" },
);

/** A create call is answered with an error, mostly after the work. */
const refusal: fc.Arbitrary<Fault> = fc
    .tuple(
        fc.constantFrom(400, 401, 403, 404, 409, 409, 422, 423, 423, 429, 500, 503),
        fc.constantFrom("after" as const, "after" as const, "before" as const),
        body,
        created,
        often,
        after,
    )
    .map(([code, side, answer, ...rest]) => ({
        do: { kind: "status", status: code, when: side, ...answer },
        ...rest[0],
        ...rest[1],
        ...rest[2],
    }));

const some = (one: fc.Arbitrary<Fault>) => fc.array(one, { minLength: 1, maxLength: 2 });

const byTheme: Partial<Record<Theme, fc.Arbitrary<Fault[]>>> = {
    wire: some(
        fc.oneof(
            { weight: 4, arbitrary: fault(status) },
            { weight: 4, arbitrary: fault(wire) },
            { weight: 2, arbitrary: fault(operation) },
        ),
    ),
    refusals: some(refusal),
    reads: fc.oneof(
        { weight: 3, arbitrary: some(untruth) },
        { weight: 2, arbitrary: blackout },
        { weight: 2, arbitrary: anotherRecord },
        { weight: 2, arbitrary: fc.tuple(fault(wire), noList) },
    ),
    lags: refusedLook.map((one) => [one]),
    deletions: fc.tuple(some(undeleted), fc.array(noList, { maxLength: 1 })).map((parts) => parts.flat()),
};

/** The faults of an operation; `undefined` if the history is about something else. */
export function faultsOf(themes: readonly Theme[]): fc.Arbitrary<Fault[]> | undefined {
    const all = themes.flatMap((theme) => byTheme[theme] ?? []);
    return all.length === 0 ? undefined : fc.oneof(...all);
}
