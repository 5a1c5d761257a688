import type { RequestEntry } from "../../../src/emulator";
import type { Held, Outcome } from "../engine/operate";
import type { Operation } from "../model/history";
import { type OnNameConflict, type Program, type Slot, slotsOf } from "../model/program";
import type { CreateCall, Things } from "./world";

/** The oracle's memory of a history. */
export interface Memory {
    /** When the history began, in milliseconds since the epoch. */
    readonly epoch: number;
    /** Created outside the stacks, which own it only if they adopt it. */
    readonly foreign: Set<string>;
    /** Of those, what is exactly what a stack has asked for. */
    readonly twins: Set<string>;
    /** Left a state because the user wanted it so: `retainOnDelete`, `state delete`, an older state. */
    readonly retained: Set<string>;
    /** Of those, what an older state lacks: nothing tells it from what an interrupted operation has left. */
    readonly dropped: Set<string>;
    /** Deleted by somebody else. */
    readonly removed: Set<string>;
    /** What an error has named as possibly existing. */
    readonly disclosed: Set<string>;
    /** What create calls have made: by which stack, and with which call. */
    readonly made: Map<string, { readonly stack: number; readonly call: CreateCall | undefined }>;
}

export const newMemory = (epoch: number): Memory => ({
    epoch,
    foreign: new Set(),
    twins: new Set(),
    retained: new Set(),
    dropped: new Set(),
    removed: new Set(),
    disclosed: new Set(),
    made: new Map(),
});

/** One operation, seen from outside. */
export interface Scene {
    readonly asked: Operation;
    /** The number of the stack. */
    readonly stack: number;
    /** The backend of each stack, by its number. */
    readonly backends: readonly number[];
    readonly program: Program;
    /** For the resources that do not say it themselves. */
    readonly onNameConflict: OnNameConflict | undefined;
    readonly urns: ReadonlyMap<string, string>;
    /** What `--target` or `--exclude` leaves; `undefined`: all. */
    readonly selected: ReadonlySet<string> | undefined;
    /** The URNs that `--replace` names, or that are tainted. */
    readonly forced: ReadonlySet<string>;
    readonly before: Moment;
    readonly after: Moment;
    /** The ids in the states of the other stacks. */
    readonly others: ReadonlySet<string>;
    /** The requests of the operation itself, without those of its preview. */
    readonly requests: readonly RequestEntry[];
    readonly preview: Outcome | undefined;
    readonly outcome: Outcome;
    /** Whether it was done at another environment of the API, where nothing of this one can be seen. */
    readonly elsewhere: boolean;
    /** Whether anything was wrong: a fault hit one of its requests, it was killed, or its resources are elsewhere. */
    readonly faulty: boolean;
    /** The calls that the API answers without a body. */
    readonly emptyAnswers: readonly string[];
    /** Whether the API hides what is new. */
    readonly hides: boolean;
    /** The fields that its records omit. */
    readonly omits: readonly string[];
    /** Whether its lists omit what is being deleted. */
    readonly omitsDeleting: boolean;
    /** Whether its lists show what is deleted. */
    readonly ghosts: boolean;
    /** The API's time at its beginning, in milliseconds since the epoch. */
    readonly now: number;
}

interface Moment {
    readonly state: readonly Held[];
    readonly things: Things;
}

export interface Violation {
    readonly rule: string;
    readonly what: string;
}

export type Rule = (scene: Scene, memory: Memory) => Violation[];

export const violation = (rule: string, what: string): Violation => ({ rule, what });

export const slotAt = ({ program, urns }: Scene, urn: string): Slot | undefined =>
    slotsOf(program).find((slot) => urns.get(slot) === urn);

/** All messages of the operation. */
export const wordsOf = ({ diagnostics, rows }: Outcome): string =>
    [...diagnostics, ...rows].map(({ message }) => message).join("\n");

/** Why it has failed. */
export const errorsOf = ({ diagnostics }: Outcome): string =>
    diagnostics
        .filter(({ severity }) => severity === "error")
        .map(({ message }) => message)
        .join("\n");
