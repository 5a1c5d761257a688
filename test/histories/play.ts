// Runs a history: executes each operation on the engine, followed by the oracle's checks.
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { congruential32 } from "pure-rand/generator/congruential32";
import type { Bench } from "./engine/bench";
import {
    heldIn,
    newStack,
    operate,
    type Outcome,
    type Place,
    project,
    type Request,
    type Stack,
} from "./engine/operate";
import type { Mutant } from "./engine/provider";
import { build } from "./model/build";
import { edited } from "./model/edit";
import type { Do, History, Step } from "./model/history";
import { presentSlot, type Program, type Slot, slotsOf, urnOf } from "./model/program";
import { actInConsole } from "./console";
import { renamedStack } from "./renameStack";
import { type Memory, type Scene, type Violation, errorsOf, wordsOf } from "./oracle/scene";
import { rules } from "./oracle/rules";
import { noteRetained } from "./oracle/state";
import { fulfilled, unfinished } from "./oracle/fulfilled";
import { drifted, unchanged } from "./oracle/unchanged";
import { thingId, thingsIn } from "./oracle/world";
import { Trace } from "./trace";
import { remedied } from "./remedies";

export class HistoryFailed extends Error {
    constructor(
        readonly violations: readonly Violation[],
        trace: Trace,
    ) {
        super(`${violations.map(({ rule, what }) => `rule ${rule}: ${what}`).join("\n")}\n\n${trace.text()}`);
        this.name = "HistoryFailed";
    }
}

type Asked = Scene["asked"];

const pauseMs = 120_000;
const rounds = 5;

/** How it ended. */
export type Ending = "converged" | "refused";

export class Player {
    readonly trace = new Trace();
    private program: Program;
    private stack: Stack = newStack();
    private readonly memory: Memory;
    private readonly place: Place;

    constructor(
        private readonly bench: Bench,
        private readonly history: History,
        mutant: Mutant = (providers) => providers,
    ) {
        bench.clean(history.quirks);
        this.program = edited(history.program, [], () => undefined);
        const { onNameConflict = "error" } = history;
        this.memory = { foreign: new Set(), retained: new Set(), disclosed: new Set(), onNameConflict };
        const { token, url } = bench.emulator;
        const config = { "clouddb:apiKey": token, "clouddb:baseUrl": url, "clouddb:onNameConflict": onNameConflict };
        this.place = { clock: bench.clock, config, mutant };
    }

    /** @throws HistoryFailed if a rule is violated. */
    async play(): Promise<Ending> {
        const { random } = Math;
        const { stackTraceLimit } = Error;
        // Jitter is the only randomness; it is seeded so that a history is reproducible.
        const seeded = congruential32(1);
        Math.random = () => uniformFloat64(seeded);
        // The SDK captures a stack trace per promise, which dominates the cost of a preview.
        if (process.env["HISTORY_PATH"] === undefined) Error.stackTraceLimit = 0;
        try {
            return await this.playAll();
        } finally {
            Math.random = random;
            Error.stackTraceLimit = stackTraceLimit;
        }
    }

    private async playAll(): Promise<Ending> {
        for (const step of this.history.steps) await this.step(step);
        return this.converge();
    }

    private get urns(): ReadonlyMap<string, string> {
        return new Map(
            slotsOf(this.program).map((slot) => [slot, urnOf(this.program, slot, this.stack.name, project)]),
        );
    }

    /** The API id of a slot's resource. */
    private idOf(slot: Slot): string | undefined {
        const urn = this.urns.get(slot);
        return heldIn(this.stack.state).find((each) => each.urn === urn && !each.condemned)?.id;
    }

    /** The same for a slot of that kind that is not empty. */
    private idOfAny(slot: Slot): string | undefined {
        const present = presentSlot(this.program, slot);
        return present && this.idOf(present);
    }

    private async step({ edits, then, faults = [], setBackMs = 0, pauseMs: pause = pauseMs }: Step): Promise<void> {
        await this.bench.clock.sleep(pause);
        const foreign = [...this.memory.foreign];
        this.program = edited(this.program, edits, (target) =>
            "slot" in target ? this.idOfAny(target.slot) : foreign[target.foreign],
        );
        this.trace.step(edits, then, faults);
        switch (then.do) {
            case "renameStack":
                this.stack = renamedStack(this.stack, `${this.stack.name}x`);
                return;
            case "taint": {
                const slot = presentSlot(this.program, then.slot, true);
                const urn = slot && this.urns.get(slot);
                if (slot !== undefined && urn !== undefined && this.idOf(slot) !== undefined)
                    this.stack.tainted = new Set([...this.stack.tainted, urn]);
                return;
            }
            case "console":
                for (const id of actInConsole(this.bench.emulator, then.act, (slot) => this.idOfAny(slot)))
                    this.memory.foreign.add(id);
                return;
            default: {
                const { emulator } = this.bench;
                const before = new Set(heldIn(this.stack.state).map(({ id }) => id));
                const outcome = await this.operation(then, () => {
                    faults.forEach((fault) => emulator.faults.add(fault));
                    this.bench.clock.setBack(setBackMs);
                });
                emulator.faults.clear();
                this.bench.clock.setBack(0);
                if (outcome?.ok && then.do === "up" && then.target === undefined) {
                    this.checkDone(before);
                    await this.checkUnchanged();
                }
            }
        }
    }

    private request(asked: Asked, operation: Request["operation"]): Request {
        const { program, urns } = this;
        const named = (wanted: readonly Slot[] | undefined) =>
            new Set(wanted?.flatMap((slot) => urns.get(presentSlot(program, slot, true) ?? slot) ?? []));
        const targets = "target" in asked && asked.target !== undefined ? named(asked.target) : undefined;
        return {
            operation,
            program: () => build(program),
            refresh: "refresh" in asked && asked.refresh === true,
            targets: targets?.size === 0 ? undefined : targets,
            replace: "replace" in asked ? named(asked.replace) : new Set(),
            continueOnError: "continueOnError" in asked && asked.continueOnError === true,
            parallel: this.history.parallel,
        };
    }

    /** One operation with its preview, and the oracle after it. Undefined: the preview failed, so it was not begun. */
    private async operation(asked: Asked, disturb: () => void): Promise<Outcome | undefined> {
        const { emulator } = this.bench;
        const look = () => thingsIn(emulator.world);
        let preview: Outcome | undefined;
        if (asked.do === "up" || asked.do === "preview") {
            emulator.clearRequests();
            preview = await operate(this.stack, this.place, this.request(asked, "preview"));
            this.trace.outcome("preview", preview, emulator.requests());
            const scene = this.scene({ do: "preview" }, preview, preview, look());
            this.judge({ ...scene, after: { state: scene.before.state, things: look() } });
            if (asked.do === "preview" || !preview.ok) return undefined;
        }
        disturb();
        emulator.clearRequests();
        const things = look();
        const outcome = await operate(this.stack, this.place, this.request(asked, asked.do));
        this.trace.outcome(asked.do, outcome, emulator.requests());
        const scene = this.scene(asked, preview, outcome, things);
        noteRetained(scene, this.memory);
        this.judge(scene);
        // What is tainted stays so until there is another in its place.
        const had = new Map(scene.before.state.map(({ urn, id }) => [urn, id]));
        const same = scene.after.state.filter(({ urn, id, condemned }) => !condemned && had.get(urn) === id);
        const made = new Set(
            outcome.steps
                .filter(({ op, outcome: how }) => op.startsWith("create") && how === "done")
                .map(({ urn }) => urn),
        );
        const tainted = same.map(({ urn }) => urn).filter((urn) => this.stack.tainted.has(urn) && !made.has(urn));
        this.stack = { ...this.stack, state: outcome.state, tainted: new Set(tainted) };
        return outcome;
    }

    private scene(
        asked: Asked,
        preview: Outcome | undefined,
        outcome: Outcome,
        things: Scene["before"]["things"],
    ): Scene {
        const { emulator } = this.bench;
        const requests = emulator.requests();
        return {
            asked,
            program: this.program,
            urns: this.urns,
            before: { state: heldIn(this.stack.state), things },
            after: { state: heldIn(outcome.state), things: thingsIn(emulator.world) },
            requests,
            preview,
            outcome,
            faulty: requests.some(({ faults }) => faults.length > 0),
        };
    }

    private judge(scene: Scene): void {
        const violations = rules.flatMap((rule) => rule(scene, this.memory));
        this.fail(violations);
    }

    private fail(violations: readonly Violation[]): void {
        if (violations.length > 0) throw new HistoryFailed(violations, this.trace);
    }

    /** After a successful `up`, new resources match the program and nothing is incomplete. */
    private checkDone(before: ReadonlySet<string>): void {
        const state = heldIn(this.stack.state);
        const things = thingsIn(this.bench.emulator.world);
        const news = new Set(state.filter(({ id }) => !before.has(id)).map(({ id }) => id));
        this.fail(fulfilled(this.program, this.urns, state, things, (id) => news.has(id)));
        this.fail(unfinished(state, things));
    }

    private async checkUnchanged(): Promise<void> {
        this.bench.emulator.clearRequests();
        const again = await operate(this.stack, this.place, this.request({ do: "preview" }, "preview"));
        if (again.steps.some(({ op }) => op !== "same") || !again.ok)
            this.trace.outcome("preview again", again, this.bench.emulator.requests());
        this.fail(unchanged(again));
    }

    /**
     * Removes all faults; then `up` must produce exactly what the program declares, and a second one must change
     * nothing.
     */
    private async converge(): Promise<Ending> {
        const { emulator, clock } = this.bench;
        await clock.sleep(pauseMs);
        this.trace.note("everything heals");
        this.heal();
        for (let round = 0; ; round++) {
            const outcome = await this.finalUp();
            if (outcome.ok) break;
            const next = remedied(this.program, this.urns, outcome, this.memory, thingsIn(emulator.world));
            if (next === "refused") return "refused";
            if (next === undefined || round === rounds)
                throw new HistoryFailed(
                    [{ rule: "converges", what: `\`up\` fails, and nothing is wrong any more: ${errorsOf(outcome)}` }],
                    this.trace,
                );
            this.trace.note(`remedy: ${next.why}`);
            this.program = edited(next.program, [], () => undefined);
        }
        this.fail(fulfilled(this.program, this.urns, heldIn(this.stack.state), thingsIn(emulator.world)));
        await this.checkUnchanged();
        // Two resources that share a database with different arguments would change it forever.
        const ids = heldIn(this.stack.state).map(({ id }) => id);
        if (new Set(ids).size < ids.length) return "converged";
        const second = await this.finalUp();
        const { length } = emulator.requests().filter(({ method }) => method !== "GET");
        this.fail(drifted(second));
        this.fail(
            second.ok && length === 0
                ? []
                : [{ rule: "7", what: `a second \`up\` asked for ${length} changes: ${wordsOf(second)}` }],
        );
        return "converged";
    }

    /** The `up`, or where it was not begun the preview. */
    private async finalUp(): Promise<Outcome> {
        const up = { do: "up", refresh: true } as const;
        this.trace.step([], up, []);
        const outcome = await this.operation(up, () => undefined);
        return outcome ?? this.trace.last;
    }

    /** Finishes stuck operations and repairs failed resources, as the API's operator would. */
    private heal(): void {
        const { emulator } = this.bench;
        emulator.faults.clear();
        emulator.finish();
        const managed = new Set(slotsOf(this.program).map((slot) => thingId(this.idOf(slot) ?? "")));
        for (const { id, row } of thingsIn(emulator.world).values()) {
            if (row.kind === "service") {
                const broken = row.status === "UNSTABLE" || (row.status === "PAUSED" && !managed.has(id));
                emulator.drift(id, {
                    endpoint: true,
                    backup_at: row.backup_at ?? 0,
                    ...(broken ? { status: "READY" } : {}),
                });
            }
            if (row.kind === "replicaSet" && row.status === "error")
                emulator.drift(id, { status: "active", endpoint: true });
            if (row.kind === "peering" && row.status === "failed")
                emulator.drift(id, {
                    status: "active",
                    error_message: null,
                    provisioned_id: row.provisioned_id ?? "pcx-healed",
                });
        }
    }
}

export const play = (bench: Bench, history: History, mutant?: Mutant): Promise<Ending> =>
    new Player(bench, history, mutant).play();

export type { Do };
