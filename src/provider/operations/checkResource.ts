import type { CommonArgs, Problem } from "../../lifecycle";
import { check } from "../check";
import { parseInputs, type Bag } from "../inputs";
import type { Context } from "./context";

/** Validates the arguments of a resource that the program declares. No request is sent. */
export async function checkResource<Args extends CommonArgs, Observed extends object, Record>(
    { kind, runtime }: Context<Args, Observed, Record>,
    olds: Bag,
    news: Bag,
): Promise<{ inputs: { [key: string]: unknown }; failures: Problem[] }> {
    const { inputs, failures, preview, notice } = check(kind, olds, news);
    const { args, hidden } = parseInputs<Args>(news);
    if (failures.length === 0) runtime.assertConfigured(args.profile);
    runtime.program.declare(hidden.urn, { existed: Object.keys(olds).length > 0, preview });
    if (args.adopt !== undefined && hidden.urn !== undefined) {
        runtime.owners.intend({ urn: hidden.urn, type: kind.type, id: args.adopt });
    }
    if (notice !== undefined) await runtime.log.info(hidden.urn, notice);
    return { inputs, failures };
}
