import type { RequestEntry } from "../../../src/emulator";
import type { Held, Outcome } from "../engine/operate";
import type { Do } from "../model/history";
import type { OnNameConflict, Program } from "../model/program";
import type { Things } from "./world";

/** The oracle's memory of a history. */
export interface Memory {
    /** Resources created outside the stack, which it does not own unless it adopts them. */
    readonly foreign: Set<string>;
    /** Resources that left the state because of `retainOnDelete`. */
    readonly retained: Set<string>;
    /** Resources that an error has named as possibly existing. */
    readonly disclosed: Set<string>;
    readonly onNameConflict: OnNameConflict;
}

/** One operation, seen from outside. */
export interface Scene {
    readonly asked: Extract<Do, { do: "up" | "preview" | "refresh" | "destroy" }>;
    readonly program: Program;
    readonly urns: ReadonlyMap<string, string>;
    readonly before: { readonly state: readonly Held[]; readonly things: Things };
    readonly after: { readonly state: readonly Held[]; readonly things: Things };
    /** The requests of the operation itself, without those of its preview. */
    readonly requests: readonly RequestEntry[];
    readonly preview: Outcome | undefined;
    readonly outcome: Outcome;
    /** Whether a fault hit one of its requests. */
    readonly faulty: boolean;
}

export interface Violation {
    readonly rule: string;
    readonly what: string;
}

export type Rule = (scene: Scene, memory: Memory) => Violation[];

/** All messages of the operation. */
export const wordsOf = ({ diagnostics }: Outcome): string => diagnostics.map(({ message }) => message).join("\n");

/** Why it has failed. */
export const errorsOf = ({ diagnostics }: Outcome): string =>
    diagnostics
        .filter(({ severity }) => severity === "error")
        .map(({ message }) => message)
        .join("\n");

/** The requests that ask for a change. */
export const mutations = (requests: readonly RequestEntry[]): RequestEntry[] =>
    requests.filter(({ method }) => method !== "GET");
