import { ApiError } from "../../../src/api";
import type { VirtualClock } from "../../../src/emulator";
import type { CreateRequest, Handle, Step } from "../../../src/lifecycle";
import { defineResource } from "../../../src/lifecycle/defineResource";
import type { ResourceSpec } from "../../../src/lifecycle/definition";
import { definitions } from "../../../src/lifecycle/definitions";
import type { VpcArgs, VpcObserved } from "../../../src/lifecycle/definitions/vpc";
import type { Condition } from "../../../src/lifecycle/observation";
import { Task } from "../../../src/lifecycle/task";
import { retryInterval } from "../../../src/lifecycle/wait/schedule";

export interface Row {
    readonly name?: string;
    readonly cidr?: string;
    readonly regionCode?: string;
    readonly condition?: Condition;
    readonly status?: string;
    readonly problem?: string;
}

export type Definition = ResourceSpec<VpcArgs, VpcObserved, Row>;
export type OneStep = Step<VpcObserved>;

export const failure = (details: Partial<ConstructorParameters<typeof ApiError>[1]>, message = "refused") =>
    new ApiError(message, { kind: "server", method: "POST", path: "/", outcomeUnknown: false, ...details });

export const limit = 600_000;

export const place = { cidr: "10.0.0.0/16", regionCode: "us-east-1" };

/** A creation of the name "mine". */
export const newRequest: CreateRequest = {
    args: { ...place, name: "mine" },
    fallbackName: "fallback",
    owner: "urn",
    replacing: false,
    predecessor: undefined,
    nameIsOwn: false,
    program: { rivalOf: () => undefined, take: () => undefined, manages: () => false },
};

export const repeat = <T>(times: number, value: T): T[] => Array.from({ length: times }, () => value);

/** The moments of calls that are repeated up to `end`. */
export function momentsUntil(end: number): number[] {
    const moments = [0];
    for (;;) {
        const last = moments.at(-1)!;
        const next = last + retryInterval(last);
        if (next > end) return moments;
        moments.push(next);
    }
}

/** A definition that reads rows; its steps rename. */
export const definitionWith = (parts: Partial<Definition> = {}) =>
    defineResource<VpcArgs, VpcObserved, Row>({
        ...definitions.vpc,
        // Nothing is part of it.
        type: "Row",
        noun: "row",
        observe: ({ name, cidr, regionCode, condition = "settled", status, problem }) => ({
            values: { name, cidr, regionCode, projectId: undefined },
            condition,
            status,
            problem,
        }),
        handle: () => {
            throw new Error("unused");
        },
        createSpec: () => {
            throw new Error("unused");
        },
        list: () => Promise.resolve([]),
        recordId: () => "a",
        idOf: () => "a",
        ...parts,
    });

/** One resource that is in memory: its row, the moments of its calls, and the errors that these fail with in turn. */
export class OneResource {
    row: Row | undefined = { name: "old" };
    /** Whether a deletion is accepted; otherwise it is answered with 404. */
    isKnown = true;
    /** What the last look of a wait failed with. */
    lastError: ApiError | undefined;
    readonly calls: number[] = [];
    readonly steps: string[] = [];
    readonly lines: string[] = [];
    readonly debugLines: string[] = [];
    readonly reads: { readonly fresh: boolean; readonly single?: boolean }[] = [];
    /** Called at every look of a wait. */
    onLook: () => void = () => undefined;
    /** What a call does that succeeds. */
    onCall: (step: OneStep | undefined) => void = (step) => {
        this.row = { ...this.row, ...(step?.args as Row | undefined) };
    };
    readonly task: Task;
    readonly handle: Handle<VpcObserved, Row>;

    constructor(
        readonly clock: VirtualClock,
        errors: (Error | undefined)[] = [],
        operation: "create" | "update" | "delete" = "update",
    ) {
        const call = (step?: OneStep): Promise<void> => {
            const error = errors[this.calls.length];
            this.calls.push(clock.now());
            this.steps.push(step?.progress ?? "delete");
            if (error !== undefined) return Promise.reject(error);
            this.onCall(step);
            return Promise.resolve();
        };
        this.task = new Task(operation, clock, limit, {
            status: (line) => void this.lines.push(line),
            note: () => undefined,
            debug: (line) => void this.debugLines.push(line),
        });
        this.handle = {
            read: (options) => {
                this.reads.push(options);
                return Promise.resolve(this.row);
            },
            until: async ({ look, deadline, timedOut }) => {
                for (;;) {
                    this.onLook();
                    const result = await look(this.row, clock.now());
                    if (result !== undefined) return result;
                    if (clock.now() >= deadline) throw timedOut(this.lastError);
                    await clock.sleep(1_000);
                }
            },
            act: async (step) => {
                await call(step);
                return {};
            },
            remove: async () => {
                await call();
                return this.isKnown;
            },
        };
    }
}
