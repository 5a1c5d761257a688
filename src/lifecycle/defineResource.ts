import type {
    CheckContext,
    Problem,
    CurrentProperties,
    DefaultedParts,
    ResourceDefinition,
    ResourceSpec,
} from "./definition";
import type { CommonArgs } from "./definitions/commonArgs";
import { childId, partsOf } from "./definitions/pairId";
import { sameName } from "./spelling";
import type { Calls } from "./step";

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

/** Completes a definition with the defaults, and with the outputs that every resource has. */
export function defineResource<Args extends CommonArgs, Observed extends object, ApiRecord, C extends Calls = Calls>(
    spec: ResourceSpec<Args, Observed, ApiRecord, C>,
): ResourceDefinition<Args, Observed, ApiRecord, C> {
    const { containedIn: parent, noun } = spec;
    const named = "name" in spec.rules;
    const defaults: Omit<
        DefaultedParts<Args, Observed, ApiRecord>,
        "sameSpelling" | "constraints" | "argumentOutputs"
    > = {
        idOf: (record, args) =>
            parent ? childId(String(args[parent.argument]), spec.recordId(record)) : spec.recordId(record),
        resets: {},
        whenOmitted: {},
        hidden: [],
        replaceWhenUnknown: parent ? [parent.argument] : [],
        ready: {},
        mustDeleteFirst: (observed: CurrentProperties, args, name) =>
            named &&
            args.adopt == null &&
            observed["name"] === name &&
            (parent === undefined || observed[parent.argument] === args[parent.argument]),
    };
    return {
        ...defaults,
        ...(parent && {
            referenceProblems: (project, args) => parent.problems(project, args),
            observedFromId: (id) => ({ [parent.argument]: partsOf(id)[0] }) as Partial<Observed>,
        }),
        ...spec,
        sameSpelling: { ...(named && { name: sameName }), ...spec.sameSpelling },
        constraints: (context) => [
            ...(parent ? adoptProblems(noun, parent.argument, context) : []),
            ...(spec.constraints?.(context) ?? []),
        ],
        argumentOutputs: (args, observed) => ({
            profile: args.profile,
            adopt: args.adopt,
            onNameConflict: args.onNameConflict,
            ...spec.argumentOutputs?.(args, observed),
        }),
    };
}
