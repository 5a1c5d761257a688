import type { z } from "zod";
import type { CreateSpec } from "./creation/createOnce";
import type { Project } from "./project";
import type { SameText } from "./spelling";
import type { Effect, Step } from "./step";
import type { Observation } from "./wait/readiness";
import type { Wait } from "./wait/collectionReader";

/** What a changed argument means: an in-place update, a replacement, or nothing (it spoke of the birth or of the provider). */
export type Rule = "update" | "replace" | "keep";

/** One rule for each argument: the compiler keeps the table complete; diff, the documentation and the tests read it. */
export type Rules<Args> = { readonly [Key in keyof Required<Args>]: Rule };

/** Arguments that every resource takes. */
export interface CommonArgs {
    projectId?: string;
    profile?: string;
    adopt?: string;
    onNameConflict?: "error" | "adopt" | "ignore";
}

export const commonRules: Rules<CommonArgs> = {
    projectId: "replace",
    profile: "update",
    adopt: "keep",
    onNameConflict: "keep",
};

/** What is wanted: the arguments given, and for those taken back what the API has by default (`null`: none). */
export type Desired<Args> = { readonly [Key in keyof Args]?: Args[Key] | null };

/** What is there, arguments and outputs, by name. */
export type CurrentProperties = Readonly<Partial<Record<string, unknown>>>;

/** A rule that a field's schema alone cannot tell. `property` is a property path, as in `forkFrom.targetTime`. */
export interface Problem {
    readonly property: string;
    readonly reason: string;
}

/** Arguments before they are all known; `unknown` says of a path that a value is there, but will be known only later. */
export interface CheckContext<Args> {
    readonly args: Readonly<Partial<Args>>;
    /** The arguments of the last deployment; empty at the first. */
    readonly previous: Readonly<Partial<Args>>;
    readonly unknown: (path: string) => boolean;
}

export interface Timeouts {
    readonly create: number;
    readonly update: number;
    readonly delete: number;
}

/** What a call told beyond the record: what the API will not say again (a password), or what only we keep. */
export interface CallResult<Observed, ApiRecord> {
    readonly record?: ApiRecord | undefined;
    readonly values?: Partial<Observed>;
}

/** One thing of the API: how it is read, waited for, changed and removed. */
export interface Handle<Observed, ApiRecord> {
    /** One mutating call at a time for whatever shares this key. */
    readonly lock: string;
    /** `single` asks for this very thing: an API may show more in a GET than in a list. */
    read(options: { readonly fresh: boolean; readonly single?: boolean }): Promise<ApiRecord | undefined>;
    until<Result>(wait: Wait<ApiRecord, Result>): Promise<Result>;
    act(step: Step<Observed>): Promise<CallResult<Observed, ApiRecord>>;
    /** Asks for the deletion. False: the API knows of no such thing. */
    remove(): Promise<boolean>;
    /** Other things that exist because of this one, or that use it: an API may refuse to delete it as long as they are there. */
    dependents?(): Promise<readonly Dependent[]>;
    /** Those of them that an API may delete along with the thing. They are not the resource's own. */
    contents?(): Promise<readonly Dependent[]>;
}

/** Something that stands in the way of a deletion. */
export interface Dependent {
    /** For messages: `read replica set reports (rs-1)`. */
    readonly label: string;
    /** Its own deletion has begun. */
    readonly leaving: boolean;
    /** Deletes it. Only ever called where the program says `forceDestroy`. */
    readonly remove?: () => Promise<void>;
}

/** All that is particular to one kind of resource. Everything else is done once, for all of them. */
export interface ResourceDefinition<Args extends CommonArgs, Observed extends object, ApiRecord> {
    /** The resource's class: `Service`. */
    readonly type: string;
    /** In messages: `service`. */
    readonly noun: string;
    readonly schema: z.ZodObject;
    readonly rules: Rules<Args>;
    /** What an argument goes back to when it is no longer given; one that is not here stays as it is. */
    readonly resets: Desired<Args>;
    readonly timeouts: Timeouts;
    /** What a field that a record leaves out usually means (`null`: there is none). */
    readonly whenOmitted: Partial<Observed>;
    /** What is known of a thing, but is nobody's output. */
    readonly hidden: readonly (keyof Observed & string)[];

    constraints(draft: CheckContext<Args>): Problem[];
    /** The name a thing gets when none is given. */
    nameOf(args: Desired<Args>, fallback: string): string | undefined;
    /** Whether `wanted` is what is there already, for arguments that only a replacement could change; default: deep equality. */
    isSame?(key: keyof Args & string, wanted: unknown, there: CurrentProperties): boolean;
    /** Arguments that an API may write in its own way, with what counts as another spelling of the same. */
    readonly sameSpelling: { readonly [Key in keyof Args]?: SameText };
    /** Arguments that later change nothing, but that a thing has to agree with to be taken over. */
    readonly fixedAtCreation?: readonly (keyof Args & string)[];
    /** Whether the old thing has to go before a new one with these arguments can be made. */
    mustDeleteFirst(observed: Partial<Observed>, args: Desired<Args>, name: string): boolean;
    /** Outputs that follow from the arguments rather than from the record. */
    argumentOutputs(args: Desired<Args>, observed: Partial<Observed>): { readonly [Key in keyof Args]?: unknown };
    /** Says why the thing may not be deleted or replaced, and how to allow it. `given` names the arguments of the program. */
    guard?(there: CurrentProperties, given: readonly string[]): string | undefined;
    /** Outputs that rest on the program alone: a refresh leaves them as they are. */
    readonly protections?: readonly (keyof Args & string)[];
    /** Arguments on which the guard rests: what the program said of them holds until it says otherwise, whatever is there by then. */
    readonly guardedBy?: readonly (keyof Args & string)[];
    /** Whether a replacement loses what the thing holds. */
    readonly losesData?: boolean;
    /** What a changed argument does not do, though a user may expect it. `unknown` names arguments that are not known yet. */
    notice?(
        args: Readonly<Partial<Args>>,
        before: Readonly<Partial<Args>>,
        unknown: readonly string[],
    ): string | undefined;
    /** An unknown value of these arguments counts as a new one: their resource goes before its parent does. */
    readonly replaceWhenUnknown: readonly (keyof Args & string)[];

    observe(record: ApiRecord, expected: Partial<Observed>): Omit<Observation<Observed>, "at">;
    plan(observed: Partial<Observed>, desired: Desired<Args>): Step<Observed>[];
    /** What to keep to while several steps are made: `paused` as it was found, say. */
    resolveDesired?(desired: Desired<Args>, observed: Partial<Observed>): Desired<Args>;
    /** What a finished creation shows; waited for again where one was interrupted. */
    readonly ready: Effect<Observed>;
    /** Brings the thing back to rest after an error, where a step had started it only for the time of the change. */
    restore?(
        observed: Partial<Observed>,
        desired: Desired<Args>,
        done: readonly Step<Observed>[],
    ): Step<Observed> | undefined;
    /** What makes the thing take calls that it may refuse as it is now: the start of what is paused. */
    startStep?(observed: Partial<Observed>): Step<Observed> | undefined;
    handle(project: Project, id: string): Handle<Observed, ApiRecord>;
    createSpec(project: Project, args: Args, name: string): CreateSpec<Observed, ApiRecord>;
    idOf(record: ApiRecord, args: Args): string;
    /** What the id itself tells, and the record does not: the parent. */
    observedFromId?(id: string): Partial<Observed>;
    /** Whether deleting the resource deletes nothing: it only watched over what another resource owns. */
    readonly ownsNothing?: boolean;
}
