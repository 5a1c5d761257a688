import fc from "fast-check";
import type { Quirks } from "../../../src/emulator";
import { timeScale } from "../engine/bench";

/** No quirks, or one or two. */
export const quirks: fc.Arbitrary<Partial<Quirks>> = fc
    .array(
        fc.constantFrom<Partial<Quirks>>(
            { absentAs: "null" },
            { poolerOff: "empty" },
            { aliases: "only" },
            { environmentCase: "lower" },
            { extraFields: true },
            { listsWithoutReplicaSets: true },
            { emptyAnswers: ["createService", "createVpc", "createReplicaSet", "createPeering", "forkService"] },
            { uniqueServiceNames: true },
            { cascadeReplicaSets: true },
            { tombstones: true },
            { passwordNeedsRunning: true },
            { omit: ["metadata"] },
            { omit: ["ha_replicas"] },
            { nameCase: "lower" },
            { regionPrefix: "aws:" },
            { typeWords: { TIMESERIES_DB: "TIMESCALE", POSTGRES: "PG", VECTOR: "EMBEDDINGS" } },
            { listOmit: ["metadata", "ha_replicas", "connection_pooler"] },
            { listOmit: ["endpoint", "vpc_endpoint", "vpcEndpoint", "forked_from", "read_replica_sets"] },
            { malformedRecord: true },
            { forksHold: "silently" },
            { forksHold: "saying so" },
        ),
        { maxLength: 2 },
    )
    .map((some) => withForksShown(Object.assign({}, ...some) as Partial<Quirks>));

/** Excludes a combination: if forks block a delete and the list hides their parent, an error cannot name them. */
const withForksShown = ({ listOmit, ...rest }: Partial<Quirks>): Partial<Quirks> => ({
    ...rest,
    ...(listOmit && {
        listOmit: listOmit.filter((field) => field !== "forked_from" || rest.forksHold === undefined),
    }),
});

/** Replication lag that is shorter than the provider's settle window, and never lasts into the next operation. */
export const lags: fc.Arbitrary<Partial<Quirks>> = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    {
        weight: 2,
        arbitrary: fc
            .tuple(
                fc.constantFrom("listLagMs" as const, "staleReadMs" as const, "flickerMs" as const),
                fc.constantFrom(2_000, 20_000),
            )
            .map(([quirk, ms]) => ({ [quirk]: ms / timeScale })),
    },
);
