import fc from "fast-check";
import type { Quirks } from "../../../src/emulator";

/** The API in its usual form, or with one or two habits of its own. */
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
        ),
        { maxLength: 2 },
    )
    .map((some) => Object.assign({}, ...some) as Partial<Quirks>);
