import { type CommonArgs } from "./definitions/fields";
import {
    type CheckContext,
    type Creation,
    type CurrentProperties,
    type Naming,
    type Problem,
    type Records,
    type References,
    type ResourceDefinition,
} from "./definition";
import { sameName } from "./spelling";
import type { Calls } from "./step";

type Completed =
    "secrets" | "resets" | "constraints" | "argumentOutputs" | "records" | "references" | "naming" | "creation";

/** A definition as it is written: without what has a default. */
export type Spec<Args extends CommonArgs, Observed extends object, ApiRecord, C extends Calls> = Omit<
    ResourceDefinition<Args, Observed, ApiRecord, C>,
    Completed
> &
    Partial<
        Pick<ResourceDefinition<Args, Observed, ApiRecord, C>, "secrets" | "resets" | "constraints" | "argumentOutputs">
    > & {
        readonly records?: Partial<Records<Args, Observed>>;
        readonly references?: Partial<References<Args>>;
        readonly naming?: Partial<Naming<Args, Observed>>;
        readonly creation?: Omit<Creation<Args, Observed, ApiRecord>, "ready" | "unshown"> &
            Partial<Pick<Creation<Args, Observed, ApiRecord>, "ready" | "unshown">>;
    };

/** Completes a definition with the defaults, and with the outputs that every resource has. */
export function defineResource<Args extends CommonArgs, Observed extends object, ApiRecord, C extends Calls = Calls>(
    spec: Spec<Args, Observed, ApiRecord, C>,
): ResourceDefinition<Args, Observed, ApiRecord, C> {
    const { containedIn: parent, naming, noun, records, references, creation, ...rest } = spec;
    const named = "name" in spec.rules;
    /** An id of two parts contains the parent's id, which has to be the one that the parent's argument names. */
    const adoptProblems = ({ args, unknown }: CheckContext<Args>): Problem[] => {
        if (parent === undefined || unknown("adopt") || unknown(parent.argument)) return [];
        const [wanted, ...others] = args.adopt?.split("/") ?? [];
        const given: unknown = args[parent.argument];
        if (given === undefined || others.length === 0 || wanted === given) return [];
        return [
            {
                property: "adopt",
                reason: `is the id of a ${noun} elsewhere than in ${parent.argument}. If it has been adopted already, remove \`adopt\``,
            },
        ];
    };
    const mustDeleteFirst: Naming<Args, Observed>["mustDeleteFirst"] = (observed: CurrentProperties, args, name) =>
        args.adopt == null &&
        observed["name"] === name &&
        (parent === undefined || observed[parent.argument] === args[parent.argument]);
    return {
        resets: {},
        secrets: [],
        ...rest,
        noun,
        ...(parent && { containedIn: parent }),
        records: {
            whenOmitted: {},
            omittable: () => [],
            hidden: [],
            identity: {},
            ...records,
            sameSpelling: { ...(named && { name: sameName }), ...records?.sameSpelling },
        },
        references: {
            types: (parent ? { [parent.argument]: parent.type } : {}) as References<Args>["types"],
            replaceWhenUnknown: parent ? [parent.argument] : [],
            related: {},
            ...(parent && { problems: (project, args) => parent.problems(project, args) }),
            ...references,
        },
        ...(named && { naming: { mustDeleteFirst, ...naming } }),
        constraints: (context) => [...adoptProblems(context), ...(spec.constraints?.(context) ?? [])],
        argumentOutputs: (args, observed) => ({
            profile: args.profile,
            adopt: args.adopt,
            onNameConflict: args.onNameConflict,
            ...spec.argumentOutputs?.(args, observed),
        }),
        ...(creation && { creation: { ready: {}, unshown: [], ...creation } }),
    };
}
