// The API and one stack, from a saved moment on: every run of a scenario begins at the same time, with the same ids.
import type { Clock } from "../../src/shared/clock";
import { Connections } from "../../src/provider/config/connections";
import { settingsFrom } from "../../src/commands/doctor/projects";
import { type Emulator, type RequestEntry, startEmulator } from "../../src/emulator";
import type { Project } from "../../src/provider/lifecycle";
import { mortal, operateHere } from "../histories/engine/inProcess";
import { type Held, heldIn, type Life, newStack, type Outcome, project, type Stack } from "../histories/engine/operate";
import { build } from "../histories/model/build";
import { emptyProgram, type Program, slotsOf, urnOf } from "../histories/model/program";
import { type Memory, newMemory } from "../histories/oracle/scene";
import { type Things, thingsIn } from "../histories/oracle/world";
import { RewindableClock } from "./clock";

/** Operations at the API take that part of their usual time, so that few polls are made in the course of one. */
export const timeScale = 0.002;

/** A program in the model of the histories, or what it does when it is run. */
export type Source = Program | (() => void);

/** What a run begins with. */
export interface Start {
    readonly at: number;
    readonly stack: Stack;
    readonly program: Source;
    readonly memory: Memory;
    readonly bystanders: ReadonlySet<string>;
}

const copyOf = (memory: Memory): Memory => structuredClone(memory);

/** Marks the requests of the suite itself, which belong to no operation. */
const ownHeader = "x-exhaustive";
export const isOwnRequest = ({ headers }: RequestEntry): boolean => headers[ownHeader] !== undefined;

export interface How {
    readonly refresh?: boolean;
    readonly replace?: ReadonlySet<string>;
    readonly life?: Life | undefined;
}

export class Stage {
    stack: Stack = newStack();
    program: Source = emptyProgram;
    memory: Memory;
    /** What nobody here manages, and no operation may touch. */
    bystanders: ReadonlySet<string> = new Set();
    /** What another stack has adopted in the course of a run. */
    others = new Set<string>();

    /** What puts back what a GET in progress does not show. */
    readonly hidden = new Set<() => void>();
    /** How many resources the engine handles at once. */
    parallel = 1;
    /** What hides everything for a while, and is not over. */
    lapses = 0;
    /** The latest state that was read. */
    private read: { readonly state: Stack["state"]; readonly held: readonly Held[] } = { state: undefined, held: [] };

    private constructor(
        readonly clock: RewindableClock,
        readonly emulator: Emulator,
        private readonly end: () => void,
    ) {
        this.memory = newMemory(clock.now());
    }

    static async start(): Promise<Stage> {
        const clock = new RewindableClock();
        const emulator = await startEmulator({ clock, timeScale });
        return new Stage(clock, emulator, clock.autoAdvance());
    }

    async stop(): Promise<void> {
        this.end();
        await this.emulator.stop();
    }

    /** An empty world, and an empty stack. */
    clean(): void {
        this.emulator.reset();
        this.stack = newStack();
        this.program = emptyProgram;
        this.memory = newMemory(this.clock.now());
        this.bystanders = new Set();
        this.others = new Set();
    }

    /** Of each kind something that nobody here manages, and no operation may touch. */
    addBystanders(): void {
        const { create } = this.emulator;
        const age_ms = 24 * 3_600_000;
        const rows = [
            create.service({ name: "bystander", age_ms }),
            create.vpc({ name: "bystander", cidr: "10.9.0.0/16" }),
        ];
        this.bystanders = new Set(rows.map(({ id }) => id));
        for (const id of this.bystanders) this.memory.foreign.add(id);
    }

    async save(name: string): Promise<Start> {
        await this.emulator.save(name);
        const { stack, program, memory, bystanders } = this;
        return { at: this.clock.now(), stack, program, memory: copyOf(memory), bystanders };
    }

    async restore(name: string, { at, stack, program, memory, bystanders }: Start): Promise<void> {
        await this.emulator.restore(name);
        this.clock.rewindTo(at);
        this.emulator.faults.clear();
        this.emulator.clearRequests();
        this.stack = stack;
        this.program = program;
        this.memory = copyOf(memory);
        this.bystanders = bystanders;
        this.others = new Set();
    }

    /** Lets time pass between two operations. */
    pass(ms: number): Promise<void> {
        return this.clock.sleep(ms);
    }

    get things(): Things {
        return thingsIn(this.emulator.world);
    }

    get held(): readonly Held[] {
        const { state } = this.stack;
        if (this.read.state !== state) this.read = { state, held: heldIn(state) };
        return this.read.held;
    }

    heldAs(name: string): Held {
        const found = this.held.find((one) => one.name === name);
        if (found === undefined) throw new Error(`nothing is called ${name} in the state`);
        return found;
    }

    /** The program as data; an empty one where it is code. */
    get model(): Program {
        return typeof this.program === "function" ? emptyProgram : this.program;
    }

    get urns(): ReadonlyMap<string, string> {
        const { model, stack } = this;
        return new Map(slotsOf(model).map((slot) => [slot, urnOf(model, slot, stack.name, project)]));
    }

    /** One operation of the engine. The stack is as it has left it; a preview leaves it as it was. */
    async operate(operation: "preview" | "up" | "refresh" | "destroy", how: How = {}): Promise<Outcome> {
        const { emulator, clock, stack, program } = this;
        const config = { "clouddb:apiKey": emulator.token, "clouddb:baseUrl": emulator.url };
        const run = typeof program === "function" ? program : () => build(program, this.memory.epoch);
        const outcome = await operateHere(
            stack,
            { backend: 0, config, life: how.life },
            {
                operation,
                program: run,
                refresh: how.refresh ?? false,
                targets: undefined,
                replace: how.replace ?? new Set(),
                continueOnError: false,
                parallel: this.parallel,
            },
            clock,
        );
        if (operation !== "preview") this.stack = { ...stack, state: outcome.state };
        return outcome;
    }

    /** For `prepare`: an `up` that goes well. */
    async up(program: Source): Promise<void> {
        this.program = program;
        const outcome = await this.operate("up");
        if (!outcome.ok) throw new Error(`the scenario cannot begin: ${JSON.stringify(outcome.diagnostics)}`);
    }

    /** The clock of a process that may be killed. */
    clockOf(life: Life | undefined): Clock {
        return life ? mortal(this.clock, life) : this.clock;
    }

    /** The project as a command of the CLI opens it. */
    async project(clock: Clock): Promise<Project> {
        const environment = { CLOUDDB_API_KEY: this.emulator.token, CLOUDDB_BASE_URL: this.emulator.url };
        return new Connections(settingsFrom(environment, undefined), clock).project(undefined, undefined);
    }

    /** What the API answers to a GET now, unseen by the operation in progress. */
    async raw(path: string): Promise<unknown> {
        const { url, token } = this.emulator;
        const response = await fetch(`${url}${path}`, {
            headers: { authorization: `Bearer ${token}`, [ownHeader]: "1" },
        });
        return response.json();
    }

    /** The requests of the operation, without those of the suite. */
    requests(): RequestEntry[] {
        return this.emulator.requests().filter((entry) => !isOwnRequest(entry));
    }
}
