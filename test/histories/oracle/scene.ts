import type { RequestEntry } from "../../../src/emulator";
import type { Held, Outcome } from "../engine/operate";
import type { Do } from "../model/history";
import type { OnNameConflict, Program } from "../model/program";
import type { Things } from "./world";

/** What the oracle remembers of a history. */
export interface Memory {
    /** What was made behind the stack's back: the stack never owned it, unless it was told to adopt it. */
    readonly foreign: Set<string>;
    /** What has left the state because the program said `retainOnDelete`. */
    readonly retained: Set<string>;
    /** What an error has named as possibly there. */
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
    /** Whether anything went wrong with its requests. */
    readonly faulty: boolean;
}

export interface Violation {
    readonly rule: string;
    readonly what: string;
}

export type Rule = (scene: Scene, memory: Memory) => Violation[];

/** All that the operation has told its user. */
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
