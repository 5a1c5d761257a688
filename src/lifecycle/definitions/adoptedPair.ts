import type { CheckContext, Problem } from "../definition";
import type { CommonArgs } from "./commonArgs";

/** An id of two parts contains the parent's id, which has to be the one that the argument `parent` names. */
export function adoptProblems<Args extends CommonArgs>(
    noun: string,
    parent: keyof Args & string,
    { args, unknown }: CheckContext<Args>,
): Problem[] {
    if (unknown("adopt") || unknown(parent)) return [];
    const [wanted, ...rest] = args.adopt?.split("/") ?? [];
    const given: unknown = args[parent];
    if (given === undefined || rest.length === 0 || wanted === given) return [];
    return [{ property: "adopt", reason: `is the id of a ${noun} elsewhere than in ${parent}` }];
}
