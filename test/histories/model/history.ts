// A history as data: an initial world and a sequence of actions.
import type { Drift, Fault, Quirks } from "../../../src/emulator";
import type {
    ArgsOf,
    Component,
    OnNameConflict,
    Options,
    Profile,
    Program,
    ServiceSlot,
    SetSlot,
    Slot,
    Spec,
    Type,
    VpcSlot,
} from "./program";

/** A resource of the program, an unmanaged resource, or one that does not exist. */
export type Target = { readonly slot: Slot } | { readonly foreign: number };

/** One of several kinds, told apart by that field. */
type Tagged<Field extends string, Kinds> = {
    [Kind in keyof Kinds]: Readonly<Record<Field, Kind>> & Readonly<Kinds[Kind]>;
}[keyof Kinds];

/** A change of the program. */
export type Edit = Tagged<
    "edit",
    {
        put: { slot: Slot; spec: Spec<Type> };
        drop: { slot: Slot };
        /** `undefined` removes the argument. */
        set: { slot: Slot; args: Partial<ArgsOf[Type]> };
        rename: { slot: Slot; label: string; alias: boolean };
        move: { slot: Slot; component: Component | undefined; alias: boolean };
        renameComponent: { component: Component; label: string; alias: boolean };
        /** `adopt` with the id that the target has at that time. */
        adopt: { slot: Slot; target: Target | "self" | undefined };
        conflict: { slot: Slot; onNameConflict: OnNameConflict | undefined };
        profile: { slot: Slot; profile: Profile | undefined };
        /** Two resources exchange their names. */
        swap: { slot: Slot; other: Slot };
        /** Declares again what had that name before: the latest, or the one before it. */
        again: { nth: number };
        options: { slot: Slot } & Pick<Options, "protect" | "retainOnDelete" | "deleteBeforeReplace" | "deletedWith">;
    }
>;

/** A manual change in the API's console. */
export type Console = Tagged<
    "act",
    {
        delete: { slot: Slot };
        drift: { slot: VpcSlot | ServiceSlot | SetSlot; drift: Drift };
        newService: { name: string; region: string; type: "POSTGRES" | "TIMESERIES_DB" };
        newVpc: { name: string; cidr: string };
        newSet: { slot: ServiceSlot; name: string };
        newPeering: { slot: VpcSlot };
        /** With the name that a stack has generated for the slot, and like what it asked for, or not quite. */
        twin: { slot: Slot; unlike?: "environment" | "replicas"; ageMs: number };
    }
>;

export interface Operation {
    readonly do: "up" | "preview" | "refresh" | "destroy";
    /** Which part of the stack it concerns: one of these, or all of it. */
    readonly target?: readonly Slot[];
    readonly exclude?: readonly Slot[];
    readonly excludeProtected?: boolean;
    readonly refresh?: boolean;
    readonly replace?: readonly Slot[];
    readonly continueOnError?: boolean;
    /** The program runs in the refresh or destroy as well, which only the Pulumi CLI can do. */
    readonly runProgram?: boolean;
}

/** What `pulumi stack` and `pulumi state` do. */
export type StackCommand = Tagged<
    "do",
    {
        renameStack: unknown;
        /** Another stack with the same program: on the same backend, or on another one, where it has the same name. */
        newStack: { backend: 0 | 1; key: "same" | "other" };
        taint: { slot: Slot };
        stateDelete: { slot: Slot };
        /** `inProgram`: whether the program follows. */
        stateRename: { slot: Slot; label: string; inProgram: boolean };
        /** To the next stack, with its declaration. */
        stateMove: { slot: Slot; inProgram: boolean };
        /** The state has become one of the first release, whose bookkeeping had neither owner, address nor times. */
        oldState: unknown;
        /** Imports the state that an export had written some operations ago. */
        importState: { back: number };
    }
>;

export type Do = Operation | StackCommand | { readonly do: "console"; readonly act: Console };

/** What happens to an operation at one of its requests. */
export interface Moment {
    /** Counted from 0. */
    readonly request: number;
    /** Whether reads are counted, too. */
    readonly of: "all" | "mutations";
}

export interface Step {
    /** Which stack, if there are several. */
    readonly on?: number;
    readonly edits: readonly Edit[];
    readonly then: Do;
    /** Faults for the requests of this operation, after its preview. */
    readonly faults?: readonly Fault[];
    /** How far the machine's calendar time is set back during the operation, in milliseconds; below 0: ahead. */
    readonly setBackMs?: number;
    /** Virtual time before the step. */
    readonly pauseMs?: number;
    /** Ends program, engine and provider at a request, which the API has processed by then, or never gets. */
    readonly kill?: Moment & { readonly done: boolean };
    /** Something that somebody does during the operation. */
    readonly meanwhile?: Moment & { readonly act: Console };
    /** How the API behaves from then on: at once, or from a request of the operation on. */
    readonly becomes?: { readonly quirks: Partial<Quirks>; readonly at?: Moment };
    /** The base URL of this operation is that of another environment. */
    readonly elsewhere?: boolean;
    /** Where it runs: on a runner of CI, which is new each time. Default: on somebody's machine. */
    readonly runner?: "ci";
    /** An `up` of another stack, from its beginning to its end, at a request of this operation. */
    readonly beside?: Moment;
}

export interface History {
    readonly quirks: Partial<Quirks>;
    readonly onNameConflict?: OnNameConflict;
    /** Maximum number of concurrent resource operations. */
    readonly parallel: 1 | 16;
    readonly program: Program;
    readonly steps: readonly Step[];
}
