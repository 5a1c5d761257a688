// Rule 5: a refresh changes nothing.
import { mutations, type Rule, type Violation, wordsOf } from "./scene";

export const onlyLooks: Rule = ({ asked, requests, outcome, faulty, ghosts, before, after }) => {
    if (asked.do !== "refresh") return [];
    const violations: Violation[] = mutations(requests).map(({ method, path }) => ({
        rule: "5",
        what: `a refresh asked for a change: ${method} ${path}`,
    }));
    // A list that shows what its GET denies proves nothing: whether a set of such a service exists cannot be told.
    const isContradicted = ghosts && /\/replicaSets was refused: 404/.test(wordsOf(outcome));
    if (!outcome.ok && !faulty && !isContradicted)
        violations.push({
            rule: "5",
            what: `a refresh failed, and nothing was wrong with its requests: ${wordsOf(outcome)}`,
        });
    for (const { urn, condemned, outputs } of after.state) {
        const was = before.state.find((each) => each.urn === urn && each.condemned === condemned)?.outputs[
            "deletionProtection"
        ];
        const is = outputs["deletionProtection"];
        if (was !== is)
            violations.push({
                rule: "5",
                what: `a refresh moved the protection of ${urn}: ${JSON.stringify(was)} to ${JSON.stringify(is)}`,
            });
    }
    return violations;
};
