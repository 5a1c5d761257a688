// A history as data: an initial world and a sequence of actions.
import type { Fault, Quirks } from "../../../src/emulator";
import type {
    ArgsOf,
    Component,
    OnNameConflict,
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
    | {
          readonly edit: "options";
          readonly slot: Slot;
          readonly protect?: boolean;
          readonly retainOnDelete?: boolean;
          readonly deleteBeforeReplace?: boolean;
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
    | { readonly act: "newPeering"; readonly slot: VpcSlot };

export type Do =
    | {
          readonly do: "up";
          readonly refresh?: boolean;
          readonly target?: readonly Slot[];
          readonly replace?: readonly Slot[];
          readonly continueOnError?: boolean;
      }
    | { readonly do: "preview"; readonly refresh?: boolean }
    | { readonly do: "refresh"; readonly target?: readonly Slot[] }
    | { readonly do: "destroy"; readonly refresh?: boolean; readonly target?: readonly Slot[] }
    | { readonly do: "renameStack" }
    | { readonly do: "taint"; readonly slot: Slot }
    | { readonly do: "console"; readonly act: Console };

export interface Step {
    readonly edits: readonly Edit[];
    readonly then: Do;
    /** Faults for the requests of this operation, after its preview. */
    readonly faults?: readonly Fault[];
    /** How far the calendar time is set back during the operation, in milliseconds. */
    readonly setBackMs?: number;
    /** Virtual time before the step. */
    readonly pauseMs?: number;
}

export interface History {
    readonly quirks: Partial<Quirks>;
    readonly onNameConflict?: OnNameConflict;
    /** Maximum number of concurrent resource operations. */
    readonly parallel: 1 | 16;
    readonly program: Program;
    readonly steps: readonly Step[];
}
