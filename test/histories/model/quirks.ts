import fc from "fast-check";
import type { Quirks } from "../../../src/emulator";
import { timeScale } from "../engine/bench";
import type { Theme } from "./themes";

/** No quirks, or one or two. */
const quirks: fc.Arbitrary<Partial<Quirks>> = fc
    .array(
        fc.constantFrom<Partial<Quirks>>(
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

/** How the API may write things from some time on. */
export const spellings: fc.Arbitrary<Partial<Quirks>> = fc.constantFrom<Partial<Quirks>>(
    { nameCase: "lower" },
    { regionPrefix: "aws:" },
    { regionPrefix: "aws:", nameCase: "lower" },
    { regionPrefix: "" },
    { nameCase: "kept" },
    { typeWords: { TIMESERIES_DB: "TIMESCALE", POSTGRES: "PG", VECTOR: "EMBEDDINGS" } },
    { environmentCase: "lower" },
    { absentAs: "null" },
    { listOmit: ["metadata", "ha_replicas", "connection_pooler"] },
);

const seconds = (...all: number[]) => fc.constantFrom(...all.map((each) => (each * 1000) / timeScale));

/**
 * Replication lag that is shorter than the provider's settle window and never lasts into the next operation; deletions
 * that lists do not notice for long; creations that nothing shows for minutes.
 */
const lags: fc.Arbitrary<Partial<Quirks>> = fc.oneof(
    {
        weight: 2,
        arbitrary: fc
            .tuple(fc.constantFrom("listLagMs" as const, "staleReadMs" as const, "flickerMs" as const), seconds(2, 20))
            .map(([quirk, ms]) => ({ [quirk]: ms })),
    },
    { weight: 6, arbitrary: seconds(3_600, 864_000).map((ghostMs) => ({ ghostMs })) },
    { weight: 4, arbitrary: seconds(30, 90, 200, 600, 600).map((hiddenMs) => ({ hiddenMs })) },
);

const byTheme: Partial<Record<Theme, fc.Arbitrary<Partial<Quirks>>>> = {
    lags,
    deletions: fc.constantFrom<Partial<Quirks>>({}, { listsOmitDeleting: true }),
    foreign: fc.constantFrom<Partial<Quirks>>({}, {}, { listsEmptyReplicaSets: true, cascadeReplicaSets: true }),
};

/** How the API of a history is. */
export const quirksOf = (themes: readonly Theme[]): fc.Arbitrary<Partial<Quirks>> =>
    fc
        .tuple(quirks, ...themes.flatMap((theme) => byTheme[theme] ?? []))
        .map((parts) => Object.assign({}, ...parts) as Partial<Quirks>);

/** What an operator repairs. */
export const repaired = { ghostMs: 0, hiddenMs: 0, listsOmitDeleting: false, listsEmptyReplicaSets: false } as const;
