import { isDeepStrictEqual } from "node:util";
import { cleanState, pendingIn } from "../cleaned";
import type { Call } from "../recording";
import { precedences, Relations } from "../relations";
import type { Outcome } from "./sides";

/** What differs between the engines: its kind, and both sides as text. */
export interface Difference {
    what: string;
    real: string;
    embedded: string;
}

const byText = (list: unknown[]) => list.map((each) => JSON.stringify(each)).sort();

const stateOf = ({ document }: Outcome) => byText(cleanState(document));

const isDelete = ({ call }: Call) => call === "delete";

/** The calls in order, each delete only with how many other calls came before it. */
function outline(calls: Call[]): { others: Call[]; deletes: string[] } {
    let before = 0;
    const deletes = calls.flatMap((call) => {
        if (!isDelete(call)) before++;
        return isDelete(call) ? { before, call } : [];
    });
    return { others: calls.filter((call) => !isDelete(call)), deletes: byText(deletes) };
}

/** All that is compared. Deletes that have nothing to do with one another come in any order. */
function facts(outcome: Outcome, relations: Relations): [what: string, fact: unknown][] {
    const { others, deletes } = outline(outcome.calls);
    return [
        ["errors", outcome.told && [...outcome.told.errors].sort()],
        ["exit code", outcome.told?.exitCode],
        ["calls", others],
        ["deletes", deletes],
        [
            "order of deletes",
            precedences(outcome.calls.filter(isDelete), (call) => relations.subject(call), relations).sort(),
        ],
        ["state", stateOf(outcome)],
        ["pending operations", byText(pendingIn(outcome.document))],
        ["changes", outcome.told?.changes],
    ];
}

const lines = (fact: unknown) =>
    (Array.isArray(fact) ? fact : [fact]).map((each) => (typeof each === "string" ? each : JSON.stringify(each)));

/** `undefined` if the engines have done the same. @param before the state that both began with */
export function differenceOf(real: Outcome, embedded: Outcome, before: Outcome | undefined): Difference | undefined {
    const states = [before, real].flatMap((each) => (each ? [cleanState(each.document)] : []));
    const relations = new Relations(states);
    const others = new Map(facts(embedded, relations));
    for (const [what, fact] of facts(real, relations)) {
        const other = others.get(what);
        if (isDeepStrictEqual(fact, other)) continue;
        const [ours, theirs] = [lines(other), lines(fact)];
        return {
            what,
            real: theirs.filter((line) => what === "calls" || !ours.includes(line)).join("\n"),
            embedded: ours.filter((line) => what === "calls" || !theirs.includes(line)).join("\n"),
        };
    }
    return undefined;
}
