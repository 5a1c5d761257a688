// Rule 5: a refresh changes nothing.
import { mutations, type Rule, type Violation, wordsOf } from "./scene";

export const onlyLooks: Rule = ({ asked, requests, outcome, faulty, before, after }) => {
    if (asked.do !== "refresh") return [];
    const violations: Violation[] = mutations(requests).map(({ method, path }) => ({
        rule: "5",
        what: `a refresh asked for a change: ${method} ${path}`,
    }));
    if (!outcome.ok && !faulty)
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
