import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { noRecords, type RecordList } from "../api";
import type { CreateSpec } from "./creation/createSpec";
import { childId, partsOf, type CommonArgs, type Rules } from "./definitions/fields";
import type { Project } from "./project";
import { isSameText, type SameText, type SameTexts, type Spellings } from "./spelling";
import type { AnyCall, CallResult, Calls, Effect, Step } from "./step";
import type { Wait } from "./wait/pollLoop";

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
    /** It prevents nothing: what a changed argument does not do, though a user may expect it. */
    readonly isNotice?: boolean;
}

/** Arguments of which some may not be known yet: `unknown` tells for a path that a value is given, but known only later. */
export interface CheckContext<Args> {
    readonly args: Readonly<Partial<Args>>;
    /** The arguments of the last deployment; undefined at the first. */
    readonly previous: Readonly<Partial<Args>> | undefined;
    readonly unknown: (path: string) => boolean;
    /** See `References.related`: by path, the value that the same program gives, where it declares the other resource. */
    readonly related: Readonly<Partial<Record<string, unknown>>>;
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
    /** Makes the call of a step. */
    act(step: AnyCall<Observed, C>): Promise<CallResult<Observed, ApiRecord>>;
    /** Asks for the deletion. False: the API answered that it does not exist. */
    remove(): Promise<boolean>;
    /** Says that the parent is paused or being deleted, so that repeating a refused call is useless. The latter does not prevent a removal. */
    obstacle?(to?: "removal"): Promise<string | undefined>;
    /** Asks whether what a step names exists, by its own GET. Undefined: it names nothing. */
    namesExisting?(step: AnyCall<Observed, C>): (() => Promise<boolean>) | undefined;
    /** What else uses this resource, beside its contents: an API may refuse to delete it until they are gone. */
    usedBy?(): Promise<readonly Dependent[]>;
    /** What a deletion would cut off, by the own GET of each: nothing is deleted as long as there is any. */
    attached?(): Promise<readonly Dependent[]>;
}

/** What prevents a deletion. */
export interface Dependent {
    /** For messages: `read replica set reports (rs-1)`. */
    readonly label: string;
    /** Its own deletion has begun. */
    readonly isDeleting: boolean;
    /** It is no part of the resource, and has to be detached or deleted first. */
    readonly isAttached?: true;
    /** Deletes it. Only called where the program sets `forceDestroy`. */
    readonly remove?: () => Promise<unknown>;
}

/** How a resource that the program gives no `name` is named: by its own name and a hash (`unique`), or its own name alone. */
export const autoNames = ["unique", "plain"] as const;
export type AutoName = (typeof autoNames)[number];

/** The characters of the hash in a generated name, and how many of them do not depend on the backend or on the project of the API. */
export const hashLength = 7;
export const ownHashLength = 3;

/** Whether a text has the form of such a hash. */
export const isHash = (text: string): boolean => text.length === hashLength && /^[0-9a-z]+$/.test(text);

/** The name of the resource in a program, with which a generated name begins; undefined where the name is none. */
export function resourceNameIn(generated = ""): string | undefined {
    const end = generated.length - hashLength - 1;
    return end > 0 && generated[end] === "-" && isHash(generated.slice(end + 1)) ? generated.slice(0, end) : undefined;
}

/** The resource that another one is part of. */
export interface Parent<Args, ApiRecord> {
    /** `Service`. */
    readonly type: string;
    /** The argument that names it; `adopt`, whose first part is the parent's id, has to agree with it. */
    readonly argument: keyof Args & string;
    /** Whether a parent that is deleted by force takes it along. Without, the parent is not deleted while it has any, whoever created it. */
    readonly goesWithIt: boolean;
    /** Whether the parent does not exist. `args` may be incomplete, in a preview. */
    problems(project: Project, args: Readonly<Partial<Args>>): Promise<Problem[]>;
    /** The children that their parent's record shows; undefined where it does not tell. Default: no parent's record tells. */
    shownIn?(parent: unknown): RecordList<ApiRecord> | undefined;
}

/** What is only waited for: another resource, which this type neither creates nor deletes. */
export interface OtherResource<Key extends string> {
    /** The argument with its id, which is also the id of what waits. */
    readonly argument: Key;
    /** For messages: `peering`. */
    readonly noun: string;
    /** Progress message: `waiting until it is active`. */
    readonly progress: string;
}

/** A parent whose children are listed. */
export interface ListedParent {
    readonly id: string;
}

/**
 * The type of a method, so that a definition of any type is one of unknown values. `certain`: the value alone proves that it is one resource,
 * so that any other difference is only one in writing.
 */
type SameValue<Value> = { same(one: Value, other: Value): boolean | "certain" }["same"];

/** What the resource's own GET shows just before a deletion or a replacement. */
export interface Look {
    readonly seen: CurrentProperties;
    /** Whether the record omits a value that an earlier one has shown. */
    readonly hides: (key: string) => boolean;
}

/** How the records of the API show a resource. */
export interface Records<Args, Observed> {
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
    /** Whether `wanted` is the current value of an argument that only a replacement changes. Default: deep equality. */
    isSame?(key: keyof Args & string, wanted: unknown, current: CurrentProperties): boolean;
}

/** The resources that the arguments name by their ids. */
export interface References<Args> {
    /** The arguments that name another resource, each with the type of that. Default: the parent. */
    readonly types: { readonly [Key in keyof Args]?: string };
    /** If one of these arguments is unknown in a preview, the preview plans a replacement. Default: the parent. */
    readonly replaceWhenUnknown: readonly (keyof Args & string)[];
    /** By the path of such an argument: the argument of that resource that the constraints depend on. */
    readonly related: Readonly<Record<string, string>>;
    /** Which of them do not exist, or do not fit. `args` may be incomplete, in a preview. Default: whether the parent exists. */
    problems?(project: Project, args: Readonly<Partial<Args>>): Promise<Problem[]>;
}

/** How a resource is named that the program gives no name. */
export interface Naming<Args, Observed> {
    /**
     * The arguments that the name depends on, those that only a replacement changes, with the part of each that tells one resource from
     * another. The same keys whatever the arguments; their order is part of the name as well. Default: the name is the resource's own one
     * in the program.
     */
    distinguishing?(args: Readonly<Partial<Args>>): { readonly [Key in keyof Args]?: unknown };
    /**
     * Whether the old resource has to be deleted before one with these arguments can be created. Default: if both have the same name,
     * and the same parent.
     */
    mustDeleteFirst(observed: Partial<Observed>, args: Desired<Args>, name: string): boolean;
}

/** How a resource is created. Without, it is created and deleted by nobody here. */
export interface Creation<Args, Observed extends object, ApiRecord> {
    spec(project: Project, args: Args, name: string): CreateSpec<Observed, ApiRecord>;
    /** All records of the project; for a child, all of one parent, and none if the parent is gone. */
    list(project: Project, parent?: ListedParent): Promise<RecordList<ApiRecord>>;
    /** What a finished creation shows; awaited again where one was interrupted. Default: settled is enough. */
    readonly ready: Effect<Observed>;
    /** Arguments that no record need show, and that an adopted resource has to agree with as far as it shows them. */
    readonly unshown: readonly (keyof Args & string)[];
    /** By argument: codes that are known to exist. An API may have others: the preview of a creation warns where one of these is close. */
    readonly knownCodes?: { readonly [Key in keyof Args]?: readonly string[] };
    /** What the preview of a creation warns about. `given` names the arguments of the program, which `args` may lack. */
    warning?(project: Project, args: Readonly<Partial<Args>>, given: readonly string[]): Promise<string | undefined>;
}

/** What is particular to taking over what exists. */
export interface Adoption<Args, Observed, ApiRecord> {
    /** What a program that adopts the resource as it is has to say beside the observed arguments. */
    args?(observed: Partial<Observed>): Partial<Args>;
    /** What the preview of an adoption warns about: what will happen to what has this record, whatever the program says. */
    warning?(record: ApiRecord, args: Readonly<Partial<Args>>): string | undefined;
}

/** What is particular to deleting, also for a replacement. */
export interface Deletion<Key extends string> {
    /** Whether it loses the resource's data: previews and errors say so. */
    readonly losesData: boolean;
    /**
     * Why the resource may not be deleted or replaced. `current`: what the state says, `given`: the arguments of the
     * program, `look`: what the resource's own GET has just shown.
     */
    guard(current: CurrentProperties, given: readonly string[], look?: Look): Protection | undefined;
    /** Outputs, true or false, that only the program decides: a refresh leaves them as they are. */
    readonly protections: readonly Key[];
    /** Arguments that the guard depends on: the program's last value counts until the program changes it. */
    readonly guardedBy: readonly Key[];
    /** The argument that allows to delete what is part of the resource, whoever created it. */
    readonly force: Key;
}

/** What keeps a resource from being deleted or replaced. */
export interface Protection {
    /** `service "orders" is protected from deletion`. */
    readonly why: string;
    /** What else to do to keep it. */
    readonly keep?: string;
    /** The steps after which it may be deleted. */
    readonly allow: string;
}

/** For an error: first what loses nothing. `undo` is empty where nothing has to be undone to keep the resource. */
export function protectionText({ why, keep = "", allow }: Protection, undo: string): string {
    const ways = [undo, keep].filter((way) => way !== "").join(", and ");
    return `${why}. ${ways === "" ? "" : `To keep it, ${ways}. `}To allow it: ${allow}`;
}

/** How a resource that can be stopped takes changes that only a running one takes. */
export interface Pausing<Args, Observed, C extends Calls> {
    /** Fixes, before the first step, what all steps have to preserve: `paused` as it was observed. */
    resolveDesired(desired: Desired<Args>, observed: Partial<Observed>): Desired<Args>;
    /** After a failed update: the step that undoes what was only done for the time of the update (a start). */
    restore(
        observed: Partial<Observed>,
        desired: Desired<Args>,
        done: readonly Step<Observed, C>[],
    ): Step<Observed, C> | undefined;
    /** The step that makes the API accept calls that it may refuse now: the start of a paused service. */
    startStep(observed: Partial<Observed>): Step<Observed, C> | undefined;
    /** The steps before and after changes of these arguments, whose values are not known yet: the start of a paused service, and its pause. */
    around(
        observed: Partial<Observed>,
        desired: Desired<Args>,
        changing: readonly string[],
    ): readonly [before: Step<Observed, C>, after: Step<Observed, C>] | undefined;
}

/**
 * All that is particular to one resource type. Everything else is written once, for all of them. Each member that may be missing is a
 * facet: a type without it has no part in what it is for.
 */
export interface ResourceDefinition<
    Args extends CommonArgs,
    Observed extends object,
    ApiRecord,
    C extends Calls = Calls,
> {
    /** The name of the resource's class: `Service`. */
    readonly type: string;
    /** For messages: `service`. */
    readonly noun: string;
    readonly schema: z.ZodObject;
    readonly rules: Rules<Args & CommonArgs>;
    readonly timeouts: Timeouts;
    /** Arguments and outputs that hold a secret. */
    readonly secrets: readonly (keyof (Args & Observed) & string)[];
    /** The API's default for a removed argument; an argument that is not listed stays as it is. */
    readonly resets: Desired<Args>;
    /** Validates arguments that depend on each other. */
    constraints(context: CheckContext<Args>): Problem[];
    /** Outputs that follow from the arguments rather than from the record. */
    argumentOutputs(args: Desired<Args>, observed: Partial<Observed>): { readonly [Key in keyof Args]?: unknown };
    /** The API's id of a record, unique in its list. */
    recordId(record: ApiRecord): string;
    /** Reads a record. `expected`: the remembered or requested values, where a record alone is ambiguous. */
    observe(record: ApiRecord, expected: Partial<Observed>): FullObservation<Observed>;
    /** The steps from the observed to the desired state, in order. Pure. */
    plan(observed: Partial<Observed>, desired: Desired<Args>): Step<Observed, C>[];
    clientFor(project: Project, id: string): ResourceClient<Observed, ApiRecord, C>;
    readonly records: Records<Args, Observed>;
    readonly references: References<Args>;
    readonly containedIn?: Parent<Args, ApiRecord>;
    readonly naming?: Naming<Args, Observed>;
    readonly creation?: Creation<Args, Observed, ApiRecord>;
    readonly adoption?: Adoption<Args, Observed, ApiRecord>;
    readonly deletion?: Deletion<keyof Args & string>;
    readonly pausing?: Pausing<Args, Observed, C>;
    readonly waitsFor?: OtherResource<keyof Args & string>;
}

/** A definition of any resource type, for loops over all of them. */
export type AnyDefinition = ResourceDefinition<CommonArgs & Record<string, unknown>, AnyObserved, unknown>;
export type AnyRecords = AnyDefinition["records"];
export type AnyObserved = Record<string, unknown>;
export type AnyResourceClient = ResourceClient<AnyObserved, unknown>;
export type AnyDesired = Desired<CommonArgs & Record<string, unknown>>;

/** The resource's id for one of its records: the record's, for a child `parentId/id`. */
export function idOf(definition: AnyDefinition, record: unknown, args: CurrentProperties): string {
    const [id, { containedIn }] = [definition.recordId(record), definition];
    return containedIn ? childId(String(args[containedIn.argument]), id) : id;
}

/** Values that the id contains and the record does not. */
export function valuesInId({ containedIn, waitsFor }: AnyDefinition, id: string): AnyObserved {
    if (waitsFor) return { [waitsFor.argument]: id };
    return containedIn ? { [containedIn.argument]: partsOf(id)[0] } : {};
}

/** The records of a type that a list shows; none for a type that nobody here creates. */
export const listRecords = async (
    { creation }: AnyDefinition,
    project: Project,
    parent?: ListedParent,
): Promise<RecordList<unknown>> => (await creation?.list(project, parent)) ?? noRecords;

/** Whether deleting a resource of the type loses data. */
export const losesData = ({ deletion }: AnyDefinition): boolean => deletion?.losesData === true;

/** Only one mutating call at a time is made for all that share this key: a resource and what it contains. */
export const lockKey = ({ containedIn }: { readonly containedIn?: unknown }, id: string): string =>
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
    /** Values that a record of this status may lack although they are set: what is known of them stays. */
    readonly mayHide?: readonly string[];
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
        if (unknown.includes(key)) return definition.references.replaceWhenUnknown.includes(key);
        return differs(definition, key, desired, current, spellings);
    });
}

/** Of what is desired, that which lifts a protection: all that an update carries out while the protection keeps back a replacement. */
export function liftingOf({ deletion }: AnyDefinition, desired: Wanted): Wanted {
    const keys: readonly string[] = [...(deletion?.protections ?? []), ...(deletion?.guardedBy ?? [])];
    return Object.fromEntries(keys.filter((key) => key in desired).map((key) => [key, desired[key]]));
}

/** The arguments that change in place, and name another resource than now. */
export const newReferences = (
    { references, rules }: AnyDefinition,
    current: CurrentProperties,
    desired: Wanted,
): string[] =>
    Object.keys(references.types).filter(
        (key) => rules[key] === "update" && desired[key] != null && desired[key] !== current[key],
    );

/** What an update would fail at in the resources that it newly names. */
export async function newReferenceProblems(
    definition: AnyDefinition,
    project: Project,
    observed: AnyObserved,
    desired: Wanted,
): Promise<Problem[]> {
    const named = newReferences(definition, observed, desired);
    if (named.length === 0) return [];
    const args = { ...observed, ...Object.fromEntries(named.map((key) => [key, desired[key]])) };
    return (await definition.references.problems?.(project, args)) ?? [];
}

/** Whether an argument is given and differs from the current value, in every spelling. */
export function differs(
    definition: AnyDefinition,
    key: string,
    desired: Wanted,
    current: CurrentProperties,
    spellings: Spellings = {},
): boolean {
    const { records } = definition;
    const { sameSpelling }: { readonly sameSpelling: SameTexts } = records;
    const wanted = desired[key];
    if (wanted === undefined || wanted === null) return false;
    if (records.isSame?.(key, wanted, current) ?? isDeepStrictEqual(wanted, current[key])) return false;
    return !isSameText(sameSpelling[key], spellings[key], wanted, current[key]);
}
