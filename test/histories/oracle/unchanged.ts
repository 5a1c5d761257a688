// Rule 7: after a successful `up`, the same program changes nothing.
import type { Outcome } from "../engine/operate";
import { type Violation, wordsOf } from "./scene";

/** @param again the preview of the same program, right after an `up` that went well */
export function unchanged(again: Outcome): Violation[] {
    if (!again.ok)
        return [{ rule: "7", what: `after a good \`up\`, the preview of the same program fails: ${wordsOf(again)}` }];
    return again.steps
        .filter(({ op }) => op !== "same" && op !== "refresh")
        .map(({ op, urn }) => {
            const why = again.rows.filter((row) => row.urn === urn).map(({ message }) => message);
            return { rule: "7", what: `after a good \`up\`, the same program would ${op} ${urn} (${why.join("; ")})` };
        });
}

/** @param second an `up` with a refresh, right after another one: it finds what that one has left */
export const drifted = ({ steps }: Outcome): Violation[] =>
    steps
        .filter(({ op, result }) => op === "refresh" && result !== "same")
        .map(({ urn, result }) => ({
            rule: "7",
            what: `nothing has changed since a good \`up\`, and a refresh finds ${result} of ${urn}`,
        }));
