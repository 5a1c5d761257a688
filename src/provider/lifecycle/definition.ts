import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { ApiError, type RecordList } from "../api";
import { Inventory, type CreateSpec, type ListedSpec } from "./creation/createSpec";
import { childId, partsOf, type CommonArgs, type Rules } from "./definitions/fields";
import { orApiError } from "./errors";
import type { Project } from "./project";
import { isSameText, sameName, type SameText, type SameTexts, type Spellings } from "./spelling";
import type { AnyCall, CallResult, Calls, Effect, Step } from "./step";
import type { Wait } from "./wait/pollLoop";

/** Completes a definition with the defaults, and with the outputs that every resource has. */
export function defineResource<Args extends CommonArgs, Observed extends object, ApiRecord, C extends Calls = Calls>(
    spec: Particulars<Args, Observed, ApiRecord, C> & Partial<Defaulted<Args, Observed, ApiRecord>>,
): ResourceDefinition<Args, Observed, ApiRecord, C> {
    const { containedIn: parent, noun } = spec;
    const named = "name" in spec.rules;
    /** An id of two parts contains the parent's id, which has to be the one that the parent's argument names. */
    const adoptProblems = ({ args, unknown }: CheckContext<Args>): Problem[] => {
        if (parent === undefined || unknown("adopt") || unknown(parent.argument)) return [];
        const [wanted, ...rest] = args.adopt?.split("/") ?? [];
        const given: unknown = args[parent.argument];
        if (given === undefined || rest.length === 0 || wanted === given) return [];
        return [{ property: "adopt", reason: `is the id of a ${noun} elsewhere than in ${parent.argument}` }];
    };
    return {
        idOf: (record, args) =>
            parent ? childId(String(args[parent.argument]), spec.recordId(record)) : spec.recordId(record),
        resets: {},
        whenOmitted: {},
        omittable: () => [],
        hidden: [],
        identity: {},
        replaceWhenUnknown: parent ? [parent.argument] : [],
        references: (parent ? { [parent.argument]: parent.type } : {}) as { readonly [Key in keyof Args]?: string },
        ready: {},
        mustDeleteFirst: (observed: CurrentProperties, args, name) =>
            named &&
            args.adopt == null &&
            observed["name"] === name &&
            (parent === undefined || observed[parent.argument] === args[parent.argument]),
        ...(parent && {
            referenceProblems: (project, args) => parent.problems(project, args),
            observedFromId: (id) => ({ [parent.argument]: partsOf(id)[0] }) as Partial<Observed>,
        }),
        ...spec,
        sameSpelling: { ...(named && { name: sameName }), ...spec.sameSpelling },
        constraints: (context) => [...adoptProblems(context), ...(spec.constraints?.(context) ?? [])],
        argumentOutputs: (args, observed) => ({
            profile: args.profile,
            adopt: args.adopt,
            onNameConflict: args.onNameConflict,
            ...spec.argumentOutputs?.(args, observed),
        }),
        createSpec(project, args, name) {
            const created = spec.createSpec(project, args, name);
            const place = parent && { id: String(args[parent.argument]) };
            /** A list may show less than the own GET of a record. A GET that fails shows nothing more. */
            const withName = async (record: ApiRecord): Promise<ApiRecord> => {
                if (spec.isWaitOnly || created.nameOf(record) !== undefined) return record;
                const id = parent ? childId(String(place?.id), spec.recordId(record)) : spec.recordId(record);
                const own = await orApiError(spec.clientFor(project, id).read({ fresh: true, single: true }));
                return own === undefined || own instanceof ApiError ? record : own;
            };
            const list = async () => {
                const { records, unreadable } = await spec.list(project, place);
                const candidates = records.map(async (listed) => {
                    const record = await withName(listed);
                    return {
                        id: spec.recordId(record),
                        name: created.nameOf(record),
                        isDeleting: isBeingDeleted(spec.observe(record, {})),
                        record,
                    };
                });
                return { candidates: await Promise.all(candidates), unreadable };
            };
            // What only waits creates nothing that another one could be a duplicate of.
            const inventory = spec.isWaitOnly
                ? new Inventory(project.clock, list)
                : project.inventory(`${noun}s of ${place?.id ?? "the project"}`, list);
            return { key: created.name, ...created, inventory };
        },
    };
}

/** Does not compile while the type names anything: the compiler's error then says what has been forgotten. */
export const assertExhaustive = <Left extends never>(left?: Left): Left | undefined => left;

/** The desired arguments: those that are given, and for removed ones the API's default (`null`: none). */
export type Desired<Args> = { readonly [Key in keyof Args]?: Args[Key] | null };

/** The current arguments and outputs, by name. */
export type CurrentProperties = Readonly<Partial<Record<string, unknown>>>;

/** A violation that a field's schema alone cannot detect. `property` is a property path, as in `forkFrom.targetTime`. */
export interface Problem {
    readonly property: string;
    readonly reason: string;
}

/** Arguments of which some may not be known yet: `unknown` tells for a path that a value is given, but known only later. */
export interface CheckContext<Args> {
    readonly args: Readonly<Partial<Args>>;
    /** The arguments of the last deployment; undefined at the first. */
    readonly previous: Readonly<Partial<Args>> | undefined;
    readonly unknown: (path: string) => boolean;
    /** The region of the VPC, where the same program declares it. */
    readonly vpcRegion?: string | undefined;
    /** Whether the same program pauses the service that the resource belongs to, or is forked from. */
    readonly parentPaused?: boolean | undefined;
}

/** Milliseconds. */
export interface Timeouts {
    readonly create: number;
    readonly update: number;
    readonly delete: number;
}

/** Access to one resource in the API: reading, waiting, changing, deleting. */
export interface ResourceClient<Observed, ApiRecord, C extends Calls = Calls> {
    /** `single`: by its own GET, which may show more than a list. */
    read(options: { readonly fresh: boolean; readonly single?: boolean }): Promise<ApiRecord | undefined>;
    until<Result>(wait: Wait<ApiRecord, Result>): Promise<Result>;
    /** Makes the call of a step; see `callsOf`. */
    act(step: AnyCall<Observed, C>): Promise<CallResult<Observed, ApiRecord>>;
    /** Asks for the deletion. False: the API answered that it does not exist. */
    remove(): Promise<boolean>;
    /** Why a step that was refused will be refused for as long as the parent stays as it is: it is paused, or going. */
    obstacle?(): Promise<string | undefined>;
    /** Whether what a step names exists, by its own GET. Undefined: it names nothing. */
    namesExisting?(step: AnyCall<Observed, C>): Promise<boolean> | undefined;
    /** What else uses this resource, beside its contents: an API may refuse to delete it until they are gone. */
    usedBy?(): Promise<readonly Dependent[]>;
}

/** What prevents a deletion. */
export interface Dependent {
    /** For messages: `read replica set reports (rs-1)`. */
    readonly label: string;
    /** Its own deletion has begun. */
    readonly isDeleting: boolean;
    /** Deletes it. Only called where the program sets `forceDestroy`. */
    readonly remove?: () => Promise<unknown>;
}

/** How a resource that the program gives no `name` is named: by its own name and a hash (`unique`), or its own name alone. */
export const autoNames = ["unique", "plain"] as const;
export type AutoName = (typeof autoNames)[number];

/** The characters of the hash in a generated name, and how many of them do not depend on the backend or on the project of the API. */
export const hashLength = 7;
export const ownHashLength = 3;

/** How the names of a type that the program does not give are made unique. */
export interface UniqueName<Args> {
    /**
     * The arguments that the name depends on, those that only a replacement changes, with the part of each that tells one resource from
     * another. The same keys whatever the arguments; their order is part of the name as well.
     */
    distinguishing(args: Readonly<Partial<Args>>): { readonly [Key in keyof Args]?: unknown };
}

/** The resource that another one is part of. */
export interface Parent<Args> {
    /** `Service`. */
    readonly type: string;
    /** The argument that names it; `adopt`, whose first part is the parent's id, has to agree with it. */
    readonly argument: keyof Args & string;
    /** Whether `forceDestroy` of the parent deletes it. Without, the parent is not deleted while it has any, whoever created it. */
    readonly forceDestroy: boolean;
    /** Whether the parent does not exist. `args` may be incomplete, in a preview. */
    problems(project: Project, args: Readonly<Partial<Args>>): Promise<Problem[]>;
}

/** A parent whose children are listed. */
export interface ListedParent {
    readonly id: string;
}

/** The type of a method, so that a definition of any type is one of unknown values. */
type SameValue<Value> = { same(one: Value, other: Value): boolean }["same"];

/** What the resource's own GET shows just before a deletion or a replacement. */
export interface Look {
    readonly seen: CurrentProperties;
    /** Whether the record omits a value that an earlier one has shown. */
    readonly hides: (key: string) => boolean;
}

/** What has no default. */
interface Particulars<Args extends CommonArgs, Observed extends object, ApiRecord, C extends Calls> {
    /** The name of the resource's class: `Service`. */
    readonly type: string;
    /** For messages: `service`. */
    readonly noun: string;
    readonly schema: z.ZodObject;
    readonly rules: Rules<Args & CommonArgs>;
    readonly timeouts: Timeouts;
    /** Whether a replacement loses the resource's data: previews and errors say so. */
    readonly losesData: boolean;
    /** Undefined: it is part of nothing but its project. */
    readonly containedIn: Parent<Args> | undefined;
    /** Reads a record. `expected`: the remembered or requested values, where a record alone is ambiguous. */
    observe(record: ApiRecord, expected: Partial<Observed>): FullObservation<Observed>;
    /** The steps from the observed to the desired state, in order. Pure. */
    plan(observed: Partial<Observed>, desired: Desired<Args>): Step<Observed, C>[];
    clientFor(project: Project, id: string): ResourceClient<Observed, ApiRecord, C>;
    createSpec(project: Project, args: Args, name: string): CreateSpec<Observed, ApiRecord>;
    /** All records of the project; for a child, all of one parent, and none if the parent is gone. */
    list(project: Project, parent?: ListedParent): Promise<RecordList<ApiRecord>>;
    /** The API's id of a record, unique in its list. */
    recordId(record: ApiRecord): string;

    // What only some resources need.
    /** Whether `wanted` is the current value of an argument that only a replacement changes. Default: deep equality. */
    isSame?(key: keyof Args & string, wanted: unknown, current: CurrentProperties): boolean;
    /** Default: a resource that is given no name has its own name in the program. */
    readonly uniqueName?: UniqueName<Args>;
    /** Arguments that never change anything later, but that an adopted resource has to agree with. */
    readonly fixedAtCreation?: readonly (keyof Args & string)[];
    /**
     * Why the resource may not be deleted or replaced, and how to allow it. `current`: what the state says, `given`: the arguments of the
     * program, `look`: what the resource's own GET has just shown.
     */
    guard?(current: CurrentProperties, given: readonly string[], look?: Look): string | undefined;
    /** Outputs that only the program decides: a refresh leaves them as they are. */
    readonly protections?: readonly (keyof Args & string)[];
    /** Arguments that the guard depends on: the program's last value counts until the program changes it. */
    readonly guardedBy?: readonly (keyof Args & string)[];
    /** What a changed argument does not do, though a user may expect it. `unknown` names arguments that are not known yet. */
    notice?(
        args: Readonly<Partial<Args>>,
        before: Readonly<Partial<Args>>,
        unknown: readonly string[],
    ): string | undefined;
    /** Fixes, before the first step, what all steps have to preserve: `paused` as it was observed. */
    resolveDesired?(desired: Desired<Args>, observed: Partial<Observed>): Desired<Args>;
    /** After a failed update: the step that undoes what was only done for the time of the update (a start). */
    restore?(
        observed: Partial<Observed>,
        desired: Desired<Args>,
        done: readonly Step<Observed, C>[],
    ): Step<Observed, C> | undefined;
    /** The step that makes the API accept calls that it may refuse now: the start of a paused service. */
    startStep?(observed: Partial<Observed>): Step<Observed, C> | undefined;
    /**
     * Which resources that the arguments name do not exist, or do not fit. `args` may be incomplete, in a preview. Default: whether the
     * parent exists.
     */
    readonly referenceProblems?: (project: Project, args: Readonly<Partial<Args>>) => Promise<Problem[]>;
    /** What the preview of a creation warns about. `given` names the arguments of the program, which `args` may lack. */
    readonly creationWarning?: (
        project: Project,
        args: Readonly<Partial<Args>>,
        given: readonly string[],
    ) => Promise<string | undefined>;
    /** The children that their parent's record shows; undefined where it does not tell. Default: no parent's record tells. */
    shownIn?(parent: unknown): RecordList<ApiRecord> | undefined;
    /** What the preview of an adoption warns about: what will happen to what has this record, whatever the program says. */
    adoptionWarning?(record: ApiRecord, args: Readonly<Partial<Args>>): string | undefined;
    /** Values that the id contains and the record does not. Default: the parent's id. */
    observedFromId?(id: string): Partial<Observed>;
    /** What a program that adopts the resource as it is has to say beside the observed arguments. */
    adoptionArgs?(observed: Partial<Observed>): Partial<Args>;
    /** Arguments and outputs that hold a secret. */
    readonly secrets?: readonly (keyof (Args & Observed) & string)[];
    /** Whether deleting the resource deletes nothing in the API. */
    readonly isWaitOnly?: boolean;
}

/** What has a default. */
interface Defaulted<Args extends CommonArgs, Observed extends object, ApiRecord> {
    /** The resource's id. Default: the record's, for a child `parentId/id`. */
    idOf(record: ApiRecord, args: Args): string;
    /** The API's default for a removed argument; an argument that is not listed stays as it is. */
    readonly resets: Desired<Args>;
    /** Value assumed when the API omits the field; `null` means known to be absent. */
    readonly whenOmitted: Partial<Observed>;
    /** Known values without such a default that a list may omit. If one is missing, the provider reads the resource's own GET. */
    omittable(known: Partial<Observed>): readonly (keyof Observed & string)[];
    /** Observed values that are kept in the bookkeeping and are no outputs. */
    readonly hidden: readonly (keyof Observed & string)[];
    /** Observed values that can never change, each with the comparison to use: a record with another value is another resource. */
    readonly identity: { readonly [Key in keyof Observed]?: SameValue<Observed[Key]> };
    /** Arguments that an API may normalise (case, prefix), each with the comparison to use. Always: the name, without regard to case. */
    readonly sameSpelling: { readonly [Key in keyof Args]?: SameText };
    /** If one of these arguments is unknown in a preview, the preview plans a replacement. Default: the parent. */
    readonly replaceWhenUnknown: readonly (keyof Args & string)[];
    /** The arguments that name another resource by its id, each with the type of that. Default: the parent. */
    readonly references: { readonly [Key in keyof Args]?: string };
    /** What a finished creation shows; awaited again where one was interrupted. Default: settled is enough. */
    readonly ready: Effect<Observed>;
    /** Validates arguments that depend on each other. */
    constraints(context: CheckContext<Args>): Problem[];
    /**
     * Whether the old resource has to be deleted before one with these arguments can be created. Default: if both have the same name,
     * and the same parent.
     */
    mustDeleteFirst(observed: Partial<Observed>, args: Desired<Args>, name: string): boolean;
    /** Outputs that follow from the arguments rather than from the record. */
    argumentOutputs(args: Desired<Args>, observed: Partial<Observed>): { readonly [Key in keyof Args]?: unknown };
}

/** All that is particular to one resource type. Everything else is written once, for all of them. */
export interface ResourceDefinition<
    Args extends CommonArgs,
    Observed extends object,
    ApiRecord,
    C extends Calls = Calls,
>
    extends Particulars<Args, Observed, ApiRecord, C>, Defaulted<Args, Observed, ApiRecord> {
    createSpec(project: Project, args: Args, name: string): ListedSpec<Observed, ApiRecord>;
}

/** A definition of any resource type, for loops over all of them. */
export type AnyDefinition = ResourceDefinition<CommonArgs & Record<string, unknown>, AnyObserved, unknown>;
export type AnyObserved = Record<string, unknown>;
export type AnyResourceClient = ResourceClient<AnyObserved, unknown>;
export type AnyDesired = Desired<CommonArgs & Record<string, unknown>>;

/** Only one mutating call at a time is made for all that share this key: a resource and what it contains. */
export const lockKey = ({ containedIn }: { readonly containedIn: unknown }, id: string): string =>
    containedIn === undefined ? id : partsOf(id)[0];

/** The `name` argument, or the resource's own name for a resource that is given none. */
export const nameFor = (args: object, fallback: string): string =>
    "name" in args && typeof args.name === "string" ? args.name : fallback;

/**
 * What a status means for a wait: `busy`, an operation is in progress; `settled`, none is; `unstable`, it may recover by itself
 * within the settle window; `failed`, it will not; `gone`, the resource no longer exists; `unclear`, the contract does not have the
 * word, or the record shows none: busy until nothing has changed for the settle window.
 */
export type Condition = "busy" | "settled" | "unstable" | "failed" | "gone" | "unclear";

/** Every value, each of which a record may omit: a value that is not read does not compile. */
export type AllValues<Observed> = { readonly [Key in keyof Observed]-?: Observed[Key] | undefined };

/** What one record shows. */
export interface Observation<Observed> {
    /** Values by argument or output; undefined where the record omits the field. */
    readonly values: Partial<Observed>;
    readonly condition: Condition;
    /** The API's own status, for messages. */
    readonly status: string | undefined;
    /** The API's own error message; final, whatever the condition. */
    readonly problem?: string | undefined;
}

/** Whether the record is that of something deleted, or being deleted. */
export const isBeingDeleted = ({ condition, status }: Observation<object>): boolean =>
    condition === "gone" || (condition === "busy" && /^deleting$/i.test(status ?? ""));

/** What a definition reads from a record, with every value: `undefined` for one that no record shows. */
export interface FullObservation<Observed> extends Observation<Observed> {
    readonly values: Partial<Observed> & AllValues<Observed>;
}

type Wanted = Desired<Record<string, unknown>>;

/**
 * The changed arguments that require a replacement. An argument that is not given is not compared. An unknown one does not replace,
 * since the engine asks again when it is known, unless the definition says so (`replaceWhenUnknown`).
 */
export function replacedBy(
    definition: AnyDefinition,
    desired: Wanted,
    current: CurrentProperties,
    unknown: readonly string[],
    spellings: Spellings = {},
): string[] {
    return Object.keys(definition.rules).filter((key) => {
        if (definition.rules[key] !== "replace") return false;
        if (unknown.includes(key)) return definition.replaceWhenUnknown.includes(key);
        return differs(definition, key, desired, current, spellings);
    });
}

/** Whether an argument is given and differs from the current value, in every spelling. */
export function differs(
    definition: AnyDefinition,
    key: string,
    desired: Wanted,
    current: CurrentProperties,
    spellings: Spellings = {},
): boolean {
    const { sameSpelling }: { readonly sameSpelling: SameTexts } = definition;
    const wanted = desired[key];
    if (wanted === undefined || wanted === null) return false;
    if (definition.isSame?.(key, wanted, current) ?? isDeepStrictEqual(wanted, current[key])) return false;
    return !isSameText(sameSpelling[key], spellings[key], wanted, current[key]);
}
