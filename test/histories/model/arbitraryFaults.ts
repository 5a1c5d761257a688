// What may be wrong with the API: faults of the requests of one operation, and quirks of a whole history.
import fc from "fast-check";
import type { Fault, Quirks } from "../../../src/emulator";
import { timeScale } from "../engine/bench";
import { type ByTheme, merged, oneOf, type Theme } from "./random";

type Action = Fault["do"];
type Where = Partial<Fault>;

const when = fc.constantFrom("before", "after");
const seconds = fc.constantFrom(1, 5, 20);
const secondsAsMs = seconds.map((each) => each * 1000);
const retryAfter = fc.constantFrom<Record<string, string>>({}, { "Retry-After": "3" }, { "Retry-After": "40" });
const notFound = { code: "NOT_FOUND", message: "There is no such thing." };
const kind = <K extends Action["kind"]>(name: K) => fc.constant(name);

/** Requests to one of these endpoints. */
const to = (...endpoints: NonNullable<Fault["endpoint"]>[]): Where[] => endpoints.map((endpoint) => ({ endpoint }));

/** The API's own form, a proxy's page, or nothing. */
const body = fc.constantFrom<{ body?: unknown; headers?: Record<string, string> }>(
    { body: { code: "REFUSED", message: "It cannot be done." } },
    { body: notFound },
    { body: { code: "BUSY", message: "It is busy; try again." } },
    { body: { code: "NO_BACKUP", message: "The service has no backup yet." } },
    { body: "<html><h1>Error</h1>", headers: { "content-type": "text/html" } },
    { body: "no such host", headers: { "content-type": "text/plain" } },
    {},
);

const status: fc.Arbitrary<Action> = fc.oneof(
    fc.record({ kind: kind("status"), status: fc.constantFrom(500, 502, 504), when }),
    fc.record({ kind: kind("status"), status: fc.constantFrom(429, 503), when, headers: retryAfter }),
    fc
        .tuple(fc.constantFrom(400, 401, 403, 404, 409, 409, 422, 423), when, body)
        .map(([code, side, answer]): Action => ({ kind: "status", status: code, when: side, ...answer })),
);

/** What a list, or a GET, may answer instead of the truth. */
const untrue = fc.constantFrom<Action>(
    { kind: "status", status: 200, body: null },
    { kind: "status", status: 200, body: [] },
    { kind: "status", status: 404, body: notFound },
    { kind: "status", status: 404, body: "<html><h1>Not found</h1>", headers: { "content-type": "text/html" } },
    { kind: "status", status: 404 },
    { kind: "anotherRecord" },
);

const wire: fc.Arbitrary<Action> = fc.oneof(
    fc.record({ kind: kind("drop"), when }),
    fc.record({ kind: kind("hang"), when }),
    fc.record({ kind: kind("html"), when }),
    fc.constant({ kind: "empty" }),
    fc.constant({ kind: "truncate" }),
    fc.constant({ kind: "garbage" }),
    fc.record({ kind: kind("latency"), ms: secondsAsMs }),
);

/** A field in another form. None of which leaving it out means something: that would be another record. */
const deformed: fc.Arbitrary<Action> = fc.constantFrom<Action>(
    ...(["service_id", "id", "read_replica_sets.id"] as const).flatMap((field) =>
        deform(field, "absent", "listed", "object"),
    ),
    ...deform("name", "blank", "object"),
    ...deform("status", "blank", "otherCase", "object", "unknown"),
    ...deform("created", "null", "epoch", "object"),
    ...deform("region_code", "null", "listed"),
    ...deform("service_type", "otherCase", "object"),
    ...deform("metadata.environment", "otherCase", "object"),
    ...deform("resources", "alone", "null"),
    ...deform("resources.spec.cpu_millis", "text", "object"),
    ...deform("read_replica_sets", "alone", "object", "strangers"),
    ...deform("endpoint.port", "text"),
    ...deform("cidr", "object"),
    ...deform("", "strangers"),
);

function deform(field: string, ...forms: Extract<Action, { kind: "deform" }>["as"][]): Action[] {
    return forms.map((as) => ({ kind: "deform", field, as }));
}

const operation: fc.Arbitrary<Action> = fc.oneof(
    fc.constant({ kind: "stuck" }),
    fc.constant({ kind: "fail" }),
    fc.record({ kind: kind("unstable"), ms: secondsAsMs }),
    fc.record({ kind: kind("late"), ms: secondsAsMs }),
);

/** Some of the requests: mostly those that ask for a change, where most can go wrong. */
const where: fc.Arbitrary<Where> = oneOf(
    [2, fc.constantFrom(...to("createService", "forkService"))],
    [1, fc.constantFrom(...to("createVpc", "createReplicaSet", "createPeering"))],
    [2, fc.constant({ verb: "POST" })],
    [1, fc.constant({ verb: "DELETE" })],
    [2, fc.constant({ verb: "GET" })],
    [1, fc.constantFrom(...to("listServices", "getService"))],
);
const reads = fc.constantFrom<Where>(...to("listServices", "getService", "listVpcs", "getVpc", "listReplicaSets"), {
    verb: "GET",
});
const creates = fc.constantFrom<Where>(
    ...to("createService", "createService", "forkService", "createVpc", "createReplicaSet", "createPeering"),
    { verb: "POST" },
);

const often: fc.Arbitrary<Where> = oneOf(
    [3, fc.constant({})],
    [1, fc.constantFrom(2, 3, 8).map((count) => ({ count }))],
    [1, seconds.map((each) => ({ lastsMs: each * 1000 }))],
);
const after: fc.Arbitrary<Where> = oneOf(
    [3, fc.constant({})],
    [2, fc.constantFrom(1, 2, 3, 5).map((some) => ({ after: some }))],
);

const faultOf = (what: fc.Arbitrary<Action>, ...rest: fc.Arbitrary<Where>[]): fc.Arbitrary<Fault> =>
    merged<Fault>(
        what.map((action) => ({ do: action })),
        ...rest,
    );
const fault = (what: fc.Arbitrary<Action>) => faultOf(what, where, often, after);

/** The deletion that begins never ends, or is accepted and forgotten. */
const undeleted = faultOf(
    fc.constantFrom<Action>(
        { kind: "stuck" },
        { kind: "slow", factor: 20 },
        { kind: "status", status: 202, when: "before" },
    ),
    fc.constantFrom(...to("deleteService", "deleteService", "deleteReplicaSet")),
    fc.constantFrom(0, 1, 2).map((skipped) => ({ after: skipped })),
);

/** The list of services is `null` or empty for a while. */
const noList: fc.Arbitrary<Fault> = fc
    .tuple(fc.constantFrom(null, null, []), fc.constantFrom(2, 8))
    .map(([list, count]) => ({ do: { kind: "status", status: 200, body: list }, endpoint: "listServices", count }));

/** A GET answers with the record of another resource, now and then or throughout. */
const anotherRecord: fc.Arbitrary<Fault[]> = fc
    .tuple(
        fc.constantFrom("getService", "getService", "getVpc"),
        fc.constantFrom(0, 0, 1, 3),
        fc.constantFrom(1, 3, 50),
    )
    .map(([endpoint, skipped, count]) => [{ do: { kind: "anotherRecord" }, endpoint, after: skipped, count }]);

/**
 * A node of the API without data, or without VPCs: every record is missing, and every list is empty for less than the settle window, or `null` for
 * longer, which says nothing of what there is.
 */
const blackout: fc.Arbitrary<Fault[]> = fc
    .tuple(
        fc.constantFrom<readonly ("Service" | "Vpc")[]>(["Service", "Vpc"], ["Vpc"]),
        after,
        fc.constantFrom<[unknown, Where]>(
            [[], { count: 1 }],
            [[], { lastsMs: 500 }],
            [[], { lastsMs: 20_000 }],
            [[], { lastsMs: 20_000 }],
            [null, { lastsMs: 30_000 }],
            // Longer than all looks of a refresh.
            [null, { lastsMs: 300_000 }],
            [null, { lastsMs: 300_000 }],
            [null, { lastsMs: 300_000 }],
        ),
    )
    .map(([kinds, skipped, [list, lasting]]): Fault[] =>
        kinds.flatMap((each) => [
            { do: { kind: "status", status: 404, body: notFound }, endpoint: `get${each}`, ...skipped, ...lasting },
            { do: { kind: "status", status: 200, body: list }, endpoint: `list${each}s`, ...skipped, ...lasting },
        ]),
    );

/** The looks after a create call are refused, so that the creation ends before the API shows what it has made. */
const refusedLook: fc.Arbitrary<Fault> = fc
    .tuple(fc.constantFrom("getService", "listServices"), fc.constantFrom(0, 0, 1, 2), secondsAsMs)
    .map(([endpoint, skipped, lastsMs]) => ({
        do: { kind: "status", status: 403, body: { code: "FORBIDDEN", message: "Not now." } },
        endpoint,
        after: skipped,
        lastsMs,
    }));

/** A create call is answered with an error, mostly after the work. */
const refusal = fc
    .tuple(
        fc.constantFrom(400, 401, 403, 404, 409, 409, 422, 423, 423, 429, 500, 503),
        fc.constantFrom("after", "after", "before"),
        body,
        creates,
        often,
        after,
    )
    .map(([code, side, answer, ...rest]): Fault => {
        const action: Action = { kind: "status", status: code, when: side, ...answer };
        return Object.assign({ do: action }, ...rest);
    });

/** The record of something else. */
const strange = {
    service_id: "a2b3c4d5e6",
    project_id: "p2q3r4s5t6",
    name: "somebody-elses",
    region_code: "us-east-1",
    service_type: "POSTGRES",
    created: "2026-01-01T00:00:00Z",
    status: "READY",
    resources: [],
};

/** The answer to a creation, which alone has the first password, in another form, or that of something else. */
const deformedAnswer: fc.Arbitrary<Fault> = fc
    .tuple(
        fc.constantFrom<Action>(
            ...deform("service_id", "absent", "object"),
            ...deform("resources.spec.cpu_millis", "text", "object"),
            { kind: "status", status: 202, when: "after", body: strange },
        ),
        fc.constantFrom("createService" as const, "createService" as const, "forkService" as const),
        often,
    )
    .map(([action, endpoint, lasting]) => ({ do: action, endpoint, ...lasting }));

const some = (one: fc.Arbitrary<Fault>) => fc.array(one, { minLength: 1, maxLength: 2 });

const faultsByTheme: ByTheme<fc.Arbitrary<Fault[]>> = {
    wire: some(
        oneOf([4, fault(status)], [4, fault(wire)], [2, fault(operation)], [2, fault(deformed)], [4, deformedAnswer]),
    ),
    refusals: some(refusal),
    reads: oneOf(
        [3, some(faultOf(untrue, reads, after, often))],
        [2, some(faultOf(deformed, reads, after, often))],
        [4, blackout],
        [2, anotherRecord],
        [2, fc.tuple(fault(wire), noList)],
    ),
    lags: refusedLook.map((one) => [one]),
    deletions: fc.tuple(some(undeleted), fc.array(noList, { maxLength: 1 })).map((parts) => parts.flat()),
};

/** The faults of an operation; `undefined` if the history is about something else. */
export function faultsOf(themes: readonly Theme[]): fc.Arbitrary<Fault[]> | undefined {
    const all = themes.flatMap((theme) => faultsByTheme[theme] ?? []);
    return all.length === 0 ? undefined : fc.oneof(...all);
}

type Some = Partial<Quirks>;
const otherWords: Some = { typeWords: { TIMESERIES_DB: "TIMESCALE", POSTGRES: "PG", VECTOR: "EMBEDDINGS" } };
const shortLists: Some = { listOmit: ["metadata", "ha_replicas", "connection_pooler"] };

/** No quirks, or one or two. */
const quirks: fc.Arbitrary<Some> = fc
    .array(
        fc.constantFrom<Some>(
            { absentAs: "null" },
            { poolerOff: "empty" },
            { aliases: "only" },
            { environmentCase: "lower" },
            { extraFields: true },
            { listsWithoutReplicaSets: true },
            { listsEmptyReplicaSets: true, cascadeReplicaSets: true },
            { listsOmitDeleting: true },
            { emptyAnswers: ["createService", "createVpc", "createReplicaSet", "createPeering", "forkService"] },
            { uniqueServiceNames: true },
            { cascadeReplicaSets: true },
            { tombstones: true },
            { passwordNeedsRunning: true },
            { omit: ["metadata"] },
            { omit: ["ha_replicas"] },
            { nameCase: "lower" },
            { regionPrefix: "aws:" },
            otherWords,
            shortLists,
            { listOmit: ["endpoint", "vpc_endpoint", "vpcEndpoint", "forked_from", "read_replica_sets"] },
            { malformedRecord: true },
            { forksHold: "silently" },
            { forksHold: "saying so" },
        ),
        { maxLength: 2 },
    )
    .map((all) => withForksShown(Object.assign({}, ...all) as Some));

/** Excludes a combination: if forks block a delete and the list hides their parent, an error cannot name them. */
const withForksShown = ({ listOmit, ...rest }: Some): Some => ({
    ...rest,
    ...(listOmit && {
        listOmit: listOmit.filter((field) => field !== "forked_from" || rest.forksHold === undefined),
    }),
});

/** How the API may write things from some time on. */
export const spellings = fc.constantFrom<Some>(
    { nameCase: "lower" },
    { regionPrefix: "aws:" },
    { regionPrefix: "aws:", nameCase: "lower" },
    { regionPrefix: "" },
    { nameCase: "kept" },
    otherWords,
    { environmentCase: "lower" },
    { absentAs: "null" },
    shortLists,
);

const scaled = (...all: number[]) => fc.constantFrom(...all.map((each) => (each * 1000) / timeScale));

/**
 * Replication lag that is shorter than the provider's settle window and never lasts into the next operation; deletions
 * that lists do not notice for long; creations that nothing shows for minutes.
 */
const lags: fc.Arbitrary<Some> = oneOf(
    [
        2,
        fc
            .tuple(fc.constantFrom("listLagMs", "staleReadMs", "flickerMs"), scaled(2, 20))
            .map(([quirk, ms]) => ({ [quirk]: ms })),
    ],
    [6, scaled(3_600, 864_000).map((ghostMs) => ({ ghostMs }))],
    [4, scaled(30, 90, 200, 600, 600).map((hiddenMs) => ({ hiddenMs }))],
);

const quirksByTheme: ByTheme<fc.Arbitrary<Some>> = {
    lags,
    deletions: fc.constantFrom<Some>({}, { listsOmitDeleting: true }),
    foreign: fc.constantFrom<Some>({}, {}, { listsEmptyReplicaSets: true, cascadeReplicaSets: true }),
};

/** How the API of a history is. */
export const quirksOf = (themes: readonly Theme[]): fc.Arbitrary<Some> =>
    merged<Some>(quirks, ...themes.flatMap((theme) => quirksByTheme[theme] ?? []));

/** What an operator repairs. */
export const repaired = { ghostMs: 0, hiddenMs: 0, listsOmitDeleting: false, listsEmptyReplicaSets: false } as const;
