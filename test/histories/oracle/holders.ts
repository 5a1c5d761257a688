import type { Rule } from "./scene";
import { thingId, type Thing, type Things, told } from "./world";

/** The dependents because of which an API may refuse to delete this resource. */
export const holdersOf = (things: Things, id: string): Thing[] =>
    [...things.values()].filter(({ alive, parent, row }) => {
        if (!alive) return false;
        if (parent === id) return true;
        return row.kind === "service" && (row.vpc_id === id || row.forked_from?.service_id === id);
    });

/** Rule 6: if a delete is refused because of dependents, the error names them. */
export const namesHolders: Rule = ({ outcome, faulty, after }) => {
    if (faulty) return [];
    const failed = outcome.steps.filter(({ op, outcome: how }) => op.startsWith("delete") && how === "failed");
    return failed.flatMap(({ urn, oldId = "" }) => {
        const words = outcome.diagnostics
            .filter((each) => each.severity === "error" && each.urn === urn)
            .map(({ message }) => message);
        const refused = words.filter((message) => /refused: 409/.test(message)).join("\n");
        const holders = holdersOf(after.things, thingId(oldId));
        if (refused === "" || holders.length === 0) return [];
        if (holders.some(({ id, name }) => refused.includes(id) || (name !== undefined && refused.includes(name))))
            return [];
        return [
            {
                rule: "6",
                what: `the delete of ${urn} was refused, and the error does not name ${holders.map(told).join(", ")}: ${refused}`,
            },
        ];
    });
};
