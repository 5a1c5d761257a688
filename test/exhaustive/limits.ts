// What the page of limits admits: the rules that a run may break.
import type { Violation } from "../histories/oracle/scene";
import type { Placed } from "./watch";

interface Limit {
    readonly what: string;
    readonly scenarios?: readonly string[];
    readonly strike: RegExp;
    /** What is said of each rule that may be broken. */
    readonly breaks: RegExp;
}

const limits: readonly Limit[] = [
    {
        what: "the API hides what exists for longer than the minute in which the provider looks whether it is gone",
        strike: /for 70 s$/,
        // A replica set is replaced together with its service.
        breaks: /left the state, and .* still exists|is in no state, and nothing has named it|DELETE was sent for replicaSet/,
    },
    {
        what: "the lists hide what an interrupted `up` has left while the next one creates it",
        scenarios: ["take over"],
        strike: /^nothing for/,
        breaks: /of an interrupted operation was not named|is in no state, and nothing has named it/,
    },
    {
        what: "the answer to a creation is lost, and the lists lag for longer than two settle windows",
        strike: /lists lag for 150 s$/,
        breaks: /is in no state, and (nothing|no error) (has named|names) it/,
    },
];

const isData = ({ what }: Violation) => /(Service|ReadReplicaSet)::\S+ left the state/.test(what);

/** What no limit admits. Several resources with data that leave a state at once are never admitted. */
export function beyondLimits(
    scenario: string,
    placed: readonly Placed[],
    violations: readonly Violation[],
): readonly Violation[] {
    if (violations.filter(isData).length > 1) return violations;
    const own = limits.filter(
        ({ scenarios, strike }) =>
            (scenarios?.includes(scenario) ?? true) && placed.some(({ strike: { name } }) => strike.test(name)),
    );
    return violations.filter(({ what }) => !own.some(({ breaks }) => breaks.test(what)));
}
