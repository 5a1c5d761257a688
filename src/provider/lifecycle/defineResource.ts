import { ApiError } from "../api";
import type { CreateSpec } from "./creation/createSpec";
import { type CommonArgs } from "./definitions/fields";
import {
    idOf,
    isBeingDeleted,
    type CheckContext,
    type Creatable,
    type CurrentProperties,
    type Naming,
    type Problem,
    type Records,
    type References,
    type ResourceDefinition,
} from "./definition";
import { orApiError } from "./errors";
import type { Project } from "./project";
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
        readonly creation?: Pick<Creatable<Args, Observed, ApiRecord>, "list" | "warning"> &
            Partial<Pick<Creatable<Args, Observed, ApiRecord>, "ready" | "unshown">> & {
                spec(project: Project, args: Args, name: string): CreateSpec<Observed, ApiRecord>;
            };
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
        return [{ property: "adopt", reason: `is the id of a ${noun} elsewhere than in ${parent.argument}` }];
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
        ...(creation && { creation: creatable(spec, creation) }),
    };
}

/** Adds to a create spec what exists in the same place. */
function creatable<Args extends CommonArgs, Observed extends object, ApiRecord, C extends Calls>(
    definition: Spec<Args, Observed, ApiRecord, C>,
    creation: NonNullable<Spec<Args, Observed, ApiRecord, C>["creation"]>,
): Creatable<Args, Observed, ApiRecord> {
    const { containedIn: parent, noun, recordId } = definition;
    return {
        ready: {},
        unshown: [],
        ...creation,
        spec(project, args, name) {
            const created = creation.spec(project, args, name);
            const place = parent && { id: String(args[parent.argument]) };
            /** A list may show less than the own GET of a record. A GET that fails shows nothing more. */
            const withName = async (record: ApiRecord): Promise<ApiRecord> => {
                if (created.nameOf(record) !== undefined) return record;
                const id = idOf(definition, record, args);
                const own = await orApiError(definition.clientFor(project, id).read({ fresh: true, single: true }));
                return own === undefined || own instanceof ApiError ? record : own;
            };
            const list = async () => {
                const { records, unreadable } = await creation.list(project, place);
                const candidates = records.map(async (listed) => {
                    const record = await withName(listed);
                    return {
                        id: recordId(record),
                        name: created.nameOf(record),
                        isDeleting: isBeingDeleted(definition.observe(record, {})),
                        record,
                    };
                });
                return { candidates: await Promise.all(candidates), unreadable };
            };
            const inventory = project.inventory(`${noun}s of ${place?.id ?? "the project"}`, list);
            return { key: created.name, ...created, inventory };
        },
    };
}
