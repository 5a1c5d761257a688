// Random histories.
import fc from "fast-check";
import { program } from "./arbitraries";
import { act, twin } from "./arbitraryConsole";
import { edits } from "./arbitraryEdit";
import { operation, rarely } from "./arbitraryOperation";
import { faults } from "./faults";
import type { History, Moment, Step } from "./history";
import { lags, quirks, spellings } from "./quirks";
import { calm, faulty, type Theme } from "./themes";

const minute = 60_000;
const hour = 60 * minute;

/** What was created by the step before is new, or no longer new. */
const pauseMs = fc.constantFrom(2 * minute, 2 * minute, 2 * minute, 90 * minute, 72 * hour);

const moment: fc.Arbitrary<Moment> = fc.oneof(
    fc.record({ request: fc.nat(4), of: fc.constant("mutations" as const) }),
    fc.record({ request: fc.nat(20), of: fc.constant("all" as const) }),
);

const optional = <T>(isWanted: boolean, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
    isWanted ? fc.option(value, { nil: undefined, freq: 1 }) : fc.constant(undefined);

const step = (themes: readonly Theme[]): fc.Arbitrary<Step> => {
    const has = (theme: Theme) => themes.includes(theme);
    return fc.record({
        on: fc.constantFrom(0, 1),
        edits: edits(themes),
        then: operation(themes),
        pauseMs,
        faults: optional(has("faults"), faults),
        kill: optional(
            has("kills"),
            fc.tuple(moment, fc.boolean()).map(([at, done]) => ({ ...at, done })),
        ),
        meanwhile: optional(
            has("foreign"),
            fc.tuple(moment, fc.oneof(act, twin)).map(([at, does]) => ({ ...at, act: does })),
        ),
        becomes: optional(has("spelling"), fc.record({ quirks: spellings, at: moment }, { requiredKeys: ["quirks"] })),
        elsewhere: optional(has("connections"), fc.constant(true)),
        setBackMs: rarely(fc.constantFrom(hour, -hour)),
    });
};

const first: Step = { edits: [], then: { do: "up" } };

const historyOf = (all: fc.Arbitrary<Theme[]>): fc.Arbitrary<History> =>
    all.chain((themes) =>
        fc.record({
            quirks: fc
                .tuple(quirks, themes.includes("lists") ? lags : fc.constant({}))
                .map(([one, other]) => ({ ...one, ...other })),
            onNameConflict: rarely(fc.constant("ignore" as const)),
            parallel: fc.constantFrom(1 as const, 16 as const),
            program,
            steps: fc
                .tuple(
                    optional(themes.includes("faults"), faults),
                    fc.array(step(themes), { minLength: 1, maxLength: 6 }),
                )
                .map(([some, steps]) => [some === undefined ? first : { ...first, faults: some }, ...steps]),
        }),
    );

/** Histories in which the API does what it should. */
export const history: fc.Arbitrary<History> = historyOf(calm);

/** Histories with faults, kills, or lists that are late or wrong. */
export const faultyHistory: fc.Arbitrary<History> = historyOf(faulty);
