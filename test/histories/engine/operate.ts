// What an engine does for a history: one operation on a stack, and what it has told of it.
import { isProvider, nameOf, type Resource, typeOf, type Urn } from "../../../src/engine/model/resource";
import type { Op } from "../../../src/engine/plan/step";
import { type Plain, plainProperties } from "../../../src/engine/deployResult";
import type { Diagnostic, Operation } from "../../../src/engine/run/events";
import { type DeploymentDocument, readStack } from "../../../src/engine/stateDocument";
import { hiddenKey } from "../../../src/provider/dynamic/inputs";
import type { Program } from "../model/program";
import type { Suspension } from "./suspension";

/** A stack between two operations. */
export interface Stack {
    name: string;
    state: DeploymentDocument | undefined;
    /** To be replaced by the next `up`, by URN. */
    tainted: ReadonlySet<Urn>;
}

export const project = "shop";
export const newStack = (): Stack => ({ name: "dev", state: undefined, tainted: new Set() });

export interface Request {
    readonly operation: Operation;
    readonly refresh: boolean;
    /** What `--target` names, or `--exclude` leaves; `undefined`: all. */
    readonly targets: ReadonlySet<Urn> | undefined;
    readonly replace: ReadonlySet<Urn>;
    readonly continueOnError: boolean;
    readonly parallel: number;
}

/** A request with everything that an engine in other processes needs. */
export interface Task extends Request {
    readonly program: Program;
    /** When the history began, in milliseconds since the epoch. */
    readonly epoch: number;
    /** What `--exclude` names, or `--exclude-protected` instead. */
    readonly exclude: ReadonlySet<Urn> | "protected" | undefined;
    /** `--run-program`, with a refresh or a destroy. */
    readonly runProgram: boolean;
}

/** Whether the processes of an operation are still to run. */
export class Life {
    readonly #end = new AbortController();
    readonly signal: AbortSignal = this.#end.signal;
    /** Resolves when they are killed. */
    readonly over = new Promise<void>((resolve) => {
        this.signal.addEventListener("abort", () => resolve(), { once: true });
    });

    get isOver(): boolean {
        return this.signal.aborted;
    }

    kill(): void {
        this.#end.abort();
    }
}

/** Where the stack and the API are. */
export interface Place {
    readonly backend: 0 | 1;
    readonly config: Readonly<Record<string, string>>;
    /** What the provider finds in its environment. Default: the address of the backend alone. */
    readonly environment?: Readonly<Record<string, string>> | undefined;
    /** If the processes may be killed. */
    readonly life?: Life | undefined;
    /** If another operation is done in the middle of this one. */
    readonly suspension?: Suspension | undefined;
}

/** The same on every machine. */
export const environmentOf = ({ backend, environment }: Pick<Place, "backend" | "environment">) =>
    environment ?? atBackend(backend);

/** What a backend that all machines share leaves in the environment. */
export const atBackend = (backend: Place["backend"]) => ({ PULUMI_BACKEND_URL: `s3://backend-${backend}` });

/** Does operations; the stack itself is left as it was. */
export interface Engine {
    /** Real time after which a history counts as hanging, in milliseconds. */
    readonly longestMs: number;
    operate(stack: Stack, place: Place, task: Task): Promise<Outcome>;
    stop(): Promise<void>;
}

/** A resource as the state has it, without marks. */
export interface Held extends Pick<Resource, "urn" | "retainOnDelete" | "deletedWith" | "pendingReplacement"> {
    readonly type: string;
    readonly name: string;
    readonly id: string;
    readonly inputs: Readonly<Record<string, Plain>>;
    readonly outputs: Readonly<Record<string, Plain>>;
    /** Replaced, and still to be deleted. */
    readonly markedForDelete: boolean;
}

/** What the provider has stored beside the outputs. */
export const bookkeepingOf = ({ outputs }: Held) =>
    (outputs[hiddenKey] ?? {}) as { readonly address?: string; readonly assumed?: readonly string[] };

export interface StepDone {
    readonly op: Op;
    readonly urn: Urn;
    /** Of what was there before. */
    readonly oldId: string | undefined;
    readonly result: "same" | "update" | "delete" | undefined;
    readonly outcome: "done" | "failed" | undefined;
}

export interface Outcome {
    readonly ok: boolean;
    readonly killed: boolean;
    readonly steps: readonly StepDone[];
    readonly diagnostics: readonly Diagnostic[];
    /** The lines that show in the rows of resources while nothing else does. */
    readonly rows: readonly { readonly urn: Urn | undefined; readonly message: string }[];
    /** After the operation. After a preview, it means nothing. */
    readonly state: DeploymentDocument;
}

const held = (resource: Resource): Held => ({
    ...resource,
    type: typeOf(resource.urn).split(":").at(-1) ?? "",
    name: nameOf(resource.urn),
    id: resource.id ?? "",
    inputs: plainProperties(resource.inputs),
    outputs: plainProperties(resource.outputs ?? {}),
    markedForDelete: resource.delete,
});

/** What of a state the API has. */
export const heldIn = (state: DeploymentDocument | undefined): Held[] =>
    state === undefined
        ? []
        : readStack(state)
              .resources.filter((each) => each.custom && !isProvider(each) && !each.external)
              .map(held);

/** What the state has for that URN, and does not only remain to be deleted. */
export const heldAt = (state: readonly Held[], urn: Urn | undefined): Held | undefined =>
    state.find((each) => each.urn === urn && !each.markedForDelete);
