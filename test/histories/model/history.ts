// A history as data: an initial world and a sequence of actions.
import type { Fault, Quirks } from "../../../src/emulator";
import type {
    ArgsOf,
    Component,
    OnNameConflict,
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

/** A change of the program. */
export type Edit =
    | { readonly edit: "put"; readonly slot: Slot; readonly spec: Spec<Type> }
    | { readonly edit: "drop"; readonly slot: Slot }
    /** `undefined` removes the argument. */
    | { readonly edit: "set"; readonly slot: Slot; readonly args: Partial<ArgsOf[Type]> }
    | { readonly edit: "rename"; readonly slot: Slot; readonly label: string; readonly alias: boolean }
    | { readonly edit: "move"; readonly slot: Slot; readonly component: Component | undefined; readonly alias: boolean }
    | {
          readonly edit: "renameComponent";
          readonly component: Component;
          readonly label: string;
          readonly alias: boolean;
      }
    /** `adopt` with the id that the target has at that time. */
    | { readonly edit: "adopt"; readonly slot: Slot; readonly target: Target | "self" | undefined }
    | { readonly edit: "conflict"; readonly slot: Slot; readonly onNameConflict: OnNameConflict | undefined }
    | { readonly edit: "profile"; readonly slot: Slot; readonly profile: Profile | undefined }
    /** Two resources exchange their names. */
    | { readonly edit: "swap"; readonly slot: Slot; readonly other: Slot }
    /** Declares again what had that name before: the latest, or the one before it. */
    | { readonly edit: "again"; readonly nth: number }
    | {
          readonly edit: "options";
          readonly slot: Slot;
          readonly protect?: boolean;
          readonly retainOnDelete?: boolean;
          readonly deleteBeforeReplace?: boolean;
          readonly deletedWith?: Slot;
      };

/** A manual change in the API's console. */
export type Console =
    | { readonly act: "delete"; readonly slot: Slot }
    | { readonly act: "rename"; readonly slot: VpcSlot | ServiceSlot | SetSlot; readonly name: string }
    | {
          readonly act: "resize";
          readonly slot: ServiceSlot | SetSlot;
          readonly cpu_millis: number;
          readonly memory_gbs: number;
      }
    | { readonly act: "environment"; readonly slot: ServiceSlot; readonly environment: "DEV" | "PROD" }
    | { readonly act: "pooler"; readonly slot: ServiceSlot; readonly on: boolean }
    | { readonly act: "pause"; readonly slot: ServiceSlot }
    | { readonly act: "detach"; readonly slot: ServiceSlot }
    | {
          readonly act: "newService";
          readonly name: string;
          readonly region: string;
          readonly type: "POSTGRES" | "TIMESERIES_DB";
      }
    | { readonly act: "newVpc"; readonly name: string; readonly cidr: string }
    | { readonly act: "newSet"; readonly slot: ServiceSlot; readonly name: string }
    | { readonly act: "newPeering"; readonly slot: VpcSlot }
    /** With the name that a stack has generated for the slot, and like what it asked for, or not quite. */
    | {
          readonly act: "twin";
          readonly slot: Slot;
          readonly unlike?: "environment" | "replicas";
          readonly ageMs: number;
      };

/** Which part of the stack an operation concerns. */
interface Selection {
    readonly target?: readonly Slot[];
    readonly exclude?: readonly Slot[];
}

/** `runProgram`: the program runs in the refresh or destroy as well, which only the Pulumi CLI can do. */
export type Operation =
    | (Selection & {
          readonly do: "up";
          readonly refresh?: boolean;
          readonly runProgram?: boolean;
          readonly replace?: readonly Slot[];
          readonly continueOnError?: boolean;
      })
    | { readonly do: "preview"; readonly refresh?: boolean; readonly runProgram?: boolean }
    | (Selection & { readonly do: "refresh"; readonly runProgram?: boolean })
    | (Selection & {
          readonly do: "destroy";
          readonly refresh?: boolean;
          readonly excludeProtected?: boolean;
          readonly runProgram?: boolean;
          readonly continueOnError?: boolean;
      });

/** What `pulumi stack` and `pulumi state` do. */
export type StackCommand =
    | { readonly do: "renameStack" }
    /**
     * The same project again: on the same backend, or on another one, where it has the same name. With the program of
     * the stack at hand.
     */
    | { readonly do: "newStack"; readonly backend: 0 | 1; readonly key: "same" | "other" }
    | { readonly do: "taint"; readonly slot: Slot }
    | { readonly do: "stateDelete"; readonly slot: Slot }
    /** @param inProgram whether the program follows */
    | { readonly do: "stateRename"; readonly slot: Slot; readonly label: string; readonly inProgram: boolean }
    /** To the next stack, with its declaration. */
    | { readonly do: "stateMove"; readonly slot: Slot; readonly inProgram: boolean }
    /** Imports the state that an export had written some operations ago. */
    | { readonly do: "importState"; readonly back: number };

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
}

export interface History {
    readonly quirks: Partial<Quirks>;
    readonly onNameConflict?: OnNameConflict;
    /** Maximum number of concurrent resource operations. */
    readonly parallel: 1 | 16;
    readonly program: Program;
    readonly steps: readonly Step[];
}
