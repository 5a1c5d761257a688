// The stacks of a history, the API, and one operation with its preview and the oracle's checks.
import type { RequestEntry } from "../../src/emulator";
import { actInConsole, callFor } from "./console";
import { type Bench, otherKey } from "./engine/bench";
import {
    atBackend,
    type Held,
    heldAt,
    heldIn,
    type Life,
    newStack,
    type Outcome,
    type Place,
    project,
    type Stack,
    type Task,
} from "./engine/operate";
import type { Console, History, Operation, Step } from "./model/history";
import { componentUrns, presentSlot, type Program, type Slot, slotsOf, specOf, urnOf } from "./model/program";
import { sound } from "./model/sound";
import type { Suspension } from "./engine/suspension";
import { unchanged } from "./oracle/changes";
import { rules } from "./oracle/rules";
import { type Memory, newMemory, type Scene, type Violation } from "./oracle/scene";
import { noteRetained } from "./oracle/state";
import { type CreateCall, createCalls, thingId, type Things, thingsIn, topRowIn } from "./oracle/world";
import { protectedIn } from "./stackCommands";
import { Trace } from "./trace";
import { without } from "./model/objects";

export class HistoryFailed extends Error {
    constructor(
        readonly violations: readonly Violation[],
        trace: Trace,
    ) {
        super(`${violations.map(({ rule, what }) => `rule ${rule}: ${what}`).join("\n")}\n\n${trace.text()}`);
        this.name = "HistoryFailed";
    }
}

/** A stack with its program. */
export interface Track {
    readonly number: number;
    readonly backend: 0 | 1;
    readonly apiKey: string;
    stack: Stack;
    program: Program;
    /** The states before, the latest last. */
    readonly past: Stack["state"][];
    /** Nothing has changed since an `up` that went well. */
    settled: boolean;
    /** Others may have changed something since it was last refreshed. */
    touched: boolean;
    /** Its state has become one of the first release, which has no address. */
    isOld: boolean;
}

/** How an operation differs from the usual. */
export interface Circumstances {
    readonly elsewhere?: boolean;
    readonly life?: Life | undefined;
    readonly runner?: Step["runner"];
    readonly suspension?: Suspension | undefined;
    /** What the user says to be gone. */
    readonly confirmed?: string;
    /** Called between the preview and the operation. */
    readonly disturb?: () => void;
}

export class Setting {
    readonly trace = new Trace();
    /** The ids of resources that somebody has changed in the console. */
    readonly #changedElsewhere = new Set<string>();
    /** The ids that a program has ever named in `adopt`. */
    readonly #adopted = new Set<string>();
    readonly tracks: Track[] = [];
    readonly memory: Memory;
    private readonly calls: CreateCall[] = [];

    constructor(
        readonly bench: Bench,
        readonly history: History,
    ) {
        bench.clean(history.quirks);
        this.memory = newMemory(bench.clock.now());
        this.addTrack(sound(history.program), 0, "same");
    }

    fail(violations: readonly Violation[]): void {
        if (violations.length > 0) throw new HistoryFailed(violations, this.trace);
    }

    /** Whether the API shows all of it: of a field that records omit, nothing tells what somebody else has set (`docs/limits.md`). */
    isShown(id: string): boolean {
        const { omit, typeWords } = this.bench.emulator.quirks;
        // Whether an adopted service has the addons is not told by a type in words of the API's own.
        if (Object.keys(typeWords).length > 0 && this.#adopted.has(id)) return false;
        return omit.length === 0 || !(this.memory.foreign.has(thingId(id)) || this.#changedElsewhere.has(thingId(id)));
    }

    /** Those of the operation in progress before another one was done beside it. */
    private earlier: readonly RequestEntry[] = [];

    private requests(): RequestEntry[] {
        return [...this.earlier, ...this.bench.requests()];
    }

    private clearRequests(): void {
        this.earlier = [];
        this.bench.clearRequests();
    }

    /** An `up` of another stack in the middle of an operation. */
    async performBeside(other: Track): Promise<void> {
        const own = this.requests();
        const before = this.things;
        try {
            await this.perform(other, { do: "up" });
        } finally {
            for (const { id, alive } of before.values())
                if (alive && this.things.get(id)?.alive !== true) this.memory.removed.add(id);
            this.clearRequests();
            this.earlier = own;
        }
    }

    addTrack(program: Program, backend: 0 | 1, key: "same" | "other"): void {
        const isTaken = this.tracks.some((other) => other.backend === backend && other.stack.name === "dev");
        this.tracks.push({
            number: this.tracks.length,
            backend,
            apiKey: key === "same" ? this.bench.emulator.token : otherKey,
            stack: { ...newStack(), name: isTaken ? "prod" : "dev" },
            program,
            past: [],
            settled: false,
            touched: false,
            isOld: false,
        });
    }

    urnsOf({ program, stack }: Track): ReadonlyMap<string, string> {
        return new Map(slotsOf(program).map((slot) => [slot, urnOf(program, slot, stack.name, project)]));
    }

    /** The API id of a slot's resource. */
    idOf(track: Track, slot: Slot): string | undefined {
        return heldAt(heldIn(track.stack.state), this.urnsOf(track).get(slot))?.id;
    }

    /** The same for a slot of that kind that is not empty. */
    idOfAny(track: Track, slot: Slot): string | undefined {
        const present = presentSlot(track.program, slot);
        return present && this.idOf(track, present);
    }

    heldByOthers(track: Track): Held[] {
        return this.tracks.filter((other) => other !== track).flatMap(({ stack }) => heldIn(stack.state));
    }

    get things(): Things {
        return thingsIn(...this.bench.emulators.map(({ world }) => world));
    }

    /** Somebody acts in the console, or with the same key. */
    act(track: Track, act: Console): void {
        const before = this.things;
        const calls = [...this.calls, ...createCalls(this.requests())];
        const slot = "slot" in act ? act.slot : undefined;
        const changed = slot && this.idOfAny(track, slot);
        const made = actInConsole(this.bench.emulator, act, changed, slot && callFor(calls, track.program, slot));
        for (const id of made) this.memory.foreign.add(id);
        if (changed !== undefined) this.#changedElsewhere.add(thingId(changed));
        // Only a service shows in what it is unlike, and only if no field of that is omitted.
        const { omit } = this.bench.emulator.quirks;
        const shown = { environment: "metadata", replicas: "ha_replicas" };
        const isAlike = (unlike?: keyof typeof shown) => unlike === undefined || omit.includes(shown[unlike]);
        const after = this.things;
        if (act.act === "twin")
            for (const id of made)
                if (isAlike(act.unlike) || after.get(id)?.row.kind !== "service") this.memory.twins.add(id);
        for (const id of before.keys()) if (!after.has(id)) this.memory.removed.add(id);
    }

    private place(
        { apiKey, backend }: Track,
        { elsewhere = false, life, suspension, runner, confirmed }: Circumstances,
    ): Place {
        const { bench, history } = this;
        const own = elsewhere ? bench.elsewhere : bench.emulator;
        const analytics = bench.emulator.tokens[1]!.token;
        const profiles = {
            same: { apiKey: otherKey },
            other: { apiKey: analytics },
            elsewhere: { apiKey, baseUrl: bench.elsewhere.url },
        };
        const config = {
            "clouddb:apiKey": apiKey,
            "clouddb:baseUrl": own.url,
            "clouddb:profiles": JSON.stringify(profiles),
            ...(history.onNameConflict && { "clouddb:onNameConflict": history.onNameConflict }),
        };
        const more = { ...(runner && { CI: "true" }), ...(confirmed && { CLOUDDB_CONFIRM_GONE: confirmed }) };
        const environment = { ...atBackend(backend), ...more };
        return { backend, config, life, suspension, environment };
    }

    /** The URNs of those slots, or of others that are not empty. A refresh and a destroy refuse what is not in the state. */
    private named(track: Track, asked: Operation, slots: readonly Slot[] = []): Set<string> {
        const urns = this.urnsOf(track);
        const inState = new Set(heldIn(track.stack.state).map(({ urn }) => urn));
        const named = slots.flatMap((slot) => urns.get(presentSlot(track.program, slot, true) ?? slot) ?? []);
        return new Set(named.filter((urn) => asked.do === "up" || inState.has(urn)));
    }

    private excluded(track: Track, asked: Operation): Task["exclude"] {
        if (asked.target !== undefined) return undefined;
        if (asked.excludeProtected === true) return "protected";
        return asked.exclude && this.named(track, asked, asked.exclude);
    }

    /** The URNs that `--target` or `--exclude` leaves; `undefined` for all. */
    private selected(track: Track, asked: Operation): ReadonlySet<string> | undefined {
        const { stack, program } = track;
        if (asked.target !== undefined) {
            const targets = this.named(track, asked, asked.target);
            return targets.size === 0 ? undefined : targets;
        }
        const named = this.excluded(track, asked);
        const excluded = named === "protected" ? protectedIn(stack) : named;
        if (excluded === undefined || excluded.size === 0) return undefined;
        const inState = (stack.state?.deployment.resources ?? []).map(({ urn }) => urn);
        const inProgram =
            asked.do === "up" ? [...this.urnsOf(track).values(), ...componentUrns(program, stack.name, project)] : [];
        return new Set([...inState, ...inProgram].filter((urn) => !excluded.has(urn)));
    }

    private operate(
        track: Track,
        asked: Operation,
        operation: Task["operation"],
        circumstances: Circumstances,
    ): Promise<Outcome> {
        const isRun = asked.runProgram === true;
        return this.bench.engine.operate(track.stack, this.place(track, circumstances), {
            operation,
            program: track.program,
            epoch: this.memory.epoch,
            refresh: asked.refresh === true,
            targets: this.selected(track, asked),
            exclude: this.excluded(track, asked),
            replace: this.named(track, asked, asked.replace),
            // With both, the CLI 3.260 writes a state that it cannot read: the stack's own resource is gone before the rest.
            continueOnError: asked.continueOnError === true && !isRun,
            runProgram: isRun,
            parallel: this.history.parallel,
        });
    }

    private async preview(track: Track, asked: Operation, circumstances: Circumstances): Promise<Outcome> {
        this.clearRequests();
        return this.operate(track, asked, "preview", without(circumstances, "life"));
    }

    /** After a successful `up`, the same program changes nothing. */
    async checkUnchanged(track: Track, elsewhere: boolean): Promise<void> {
        const again = await this.preview(track, { do: "preview" }, { elsewhere });
        if (again.steps.some(({ op }) => op !== "same") || !again.ok)
            this.trace.outcome("preview again", again, this.requests());
        this.fail(unchanged(again));
    }

    /** One operation with its preview, and the oracle after it. @returns that of the preview where it failed, so that no more was begun */
    async perform(track: Track, asked: Operation, circumstances: Circumstances = {}): Promise<Outcome> {
        const { memory, trace } = this;
        const { program } = track;
        for (const slot of slotsOf(program)) this.#adopted.add(specOf(program, slot)?.options.adopt ?? "");
        let preview: Outcome | undefined;
        if (asked.do === "up" || asked.do === "preview") {
            const before = this.moment(track);
            preview = await this.preview(track, asked, circumstances);
            trace.outcome("preview", preview, this.requests());
            this.check(this.scene(track, asked, preview, preview, before, circumstances));
            if (asked.do === "preview" || !preview.ok) return preview;
        }
        this.clearRequests();
        const before = this.moment(track);
        circumstances.disturb?.();
        const outcome = await this.operate(track, asked, asked.do, circumstances);
        const calls = createCalls(this.requests());
        trace.outcome(asked.do, outcome, this.requests());
        this.noteMade(track, before.things, calls);
        const scene = this.scene(track, asked, preview, outcome, before, circumstances);
        noteRetained(scene, memory);
        this.check(scene);
        track.past.push(track.stack.state);
        track.stack = { ...track.stack, state: outcome.state, tainted: stillTainted(track.stack, scene) };
        return outcome;
    }

    private moment({ stack }: Track) {
        return { state: heldIn(stack.state), things: this.things, now: this.bench.emulator.now() };
    }

    /** Notes which calls have made what is new. */
    private noteMade({ number }: Track, before: Things, calls: readonly CreateCall[]): void {
        this.calls.push(...calls);
        for (const { id, name } of this.things.values()) {
            if (before.has(id) || this.memory.foreign.has(id) || this.memory.made.has(id)) continue;
            const call = calls.filter(({ body }) => body["name"] === name).at(-1);
            this.memory.made.set(id, { stack: number, call });
        }
    }

    private scene(
        track: Track,
        asked: Operation,
        preview: Outcome | undefined,
        outcome: Outcome,
        { now, ...before }: ReturnType<Setting["moment"]>,
        { elsewhere = false }: Circumstances,
    ): Scene {
        const { bench } = this;
        const { hiddenMs, ghostMs, emptyAnswers, omit, listsOmitDeleting } = bench.emulator.quirks;
        const requests = this.requests();
        const isPreview = outcome === preview;
        const wasHit = requests.some(({ faults }) => faults.length > 0);
        return {
            asked: isPreview ? { do: "preview" } : asked,
            stack: track.number,
            backends: this.tracks.map(({ backend }) => backend),
            program: track.program,
            onNameConflict: this.history.onNameConflict,
            urns: this.urnsOf(track),
            selected: this.selected(track, asked),
            forced: new Set([...track.stack.tainted, ...this.named(track, asked, asked.replace)]),
            before,
            after: { state: isPreview ? before.state : heldIn(outcome.state), things: this.things },
            others: new Set(this.heldByOthers(track).map(({ id }) => thingId(id))),
            requests,
            preview,
            outcome,
            elsewhere,
            faulty: elsewhere || outcome.killed || this.isDisplaced(track) || wasHit,
            emptyAnswers,
            hides: hiddenMs > 0,
            omits: omit,
            omitsDeleting: listsOmitDeleting,
            ghosts: ghostMs > 0,
            now,
        };
    }

    /** Whether some of its resources are not where the stack's own connection leads. */
    protected isDisplaced({ stack }: Track): boolean {
        const { emulator, elsewhere } = this.bench;
        return heldIn(stack.state).some(({ id, inputs }) => {
            const row = topRowIn(emulator.world, id);
            const isInOther = row !== undefined && row.project_id !== emulator.projectId;
            return inputs["profile"] !== undefined || isInOther || topRowIn(elsewhere.world, id) !== undefined;
        });
    }

    private check(scene: Scene): void {
        this.fail(rules.flatMap((rule) => rule(scene, this.memory)));
    }
}

/** What is tainted stays so until there is another in its place. */
function stillTainted({ tainted }: Stack, { before, after, outcome }: Scene): Set<string> {
    const had = new Map(before.state.map(({ urn, id }) => [urn, id]));
    const same = after.state.filter(({ urn, id, markedForDelete }) => !markedForDelete && had.get(urn) === id);
    const made = new Set(
        outcome.steps.filter(({ op, outcome: how }) => op.startsWith("create") && how === "done").map(({ urn }) => urn),
    );
    return new Set(same.map(({ urn }) => urn).filter((urn) => tainted.has(urn) && !made.has(urn)));
}
