// Random faults: what may go wrong with the requests of one operation.
import fc from "fast-check";
import type { Fault } from "../../../src/emulator";

const when = fc.constantFrom("before" as const, "after" as const);
const seconds = fc.constantFrom(1, 5, 20);
const retryAfter = fc.constantFrom<Record<string, string>>({}, { "Retry-After": "3" }, { "Retry-After": "40" });

const status: fc.Arbitrary<Fault["do"]> = fc.oneof(
    fc.record({ kind: fc.constant("status" as const), status: fc.constantFrom(500, 502, 504), when }),
    fc.record({ kind: fc.constant("status" as const), status: fc.constantFrom(429, 503), when, headers: retryAfter }),
    fc.record({
        kind: fc.constant("status" as const),
        status: fc.constantFrom(401, 403, 409),
        when: fc.constant("before" as const),
    }),
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

export const faults: fc.Arbitrary<Fault[]> = fc.array(
    fc.oneof(
        { weight: 4, arbitrary: fault(status) },
        { weight: 4, arbitrary: fault(wire) },
        { weight: 2, arbitrary: fault(operation) },
    ),
    { minLength: 1, maxLength: 3 },
);
