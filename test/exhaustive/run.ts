// One run of a scenario: from its beginning, with what strikes it, and with the two operations after it.
import { setTimeout as delay } from "node:timers/promises";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { congruential32 } from "pure-rand/generator/congruential32";
import type { RequestEntry } from "../../src/emulator";
import type { Held, Outcome } from "../histories/engine/operate";
import { rules } from "../histories/oracle/rules";
import { type Memory, type Scene, type Violation, violation } from "../histories/oracle/scene";
import { noteRetained } from "../histories/oracle/state";
import { createCalls, type Things } from "../histories/oracle/world";
import { beyondLimits } from "./limits";
import { agreement } from "./oracle/agreement";
import { fingerprint } from "./fingerprint";
import { phaseRules } from "./oracle/phases";
import type { Done, Phase, Scenario } from "./scenario";
import { type Recoveries, recover } from "./recovery";
import type { Stage, Start } from "./stage";
import { type Event, type Placed, type Recorded, Watch } from "./watch";

/** What there is between two phases. */
export interface Moment {
    readonly held: readonly Held[];
    readonly things: Things;
    /** The API's time, in milliseconds since the epoch. */
    readonly now: number;
}

/** A phase that has been run. */
export interface Played {
    readonly phase: Phase;
    readonly done: Done;
    readonly events: readonly Event[];
    readonly requests: readonly RequestEntry[];
    readonly recorded: readonly Recorded[];
    /** Whether anything was wrong in its course. */
    readonly isStruck: boolean;
    readonly before: Moment;
    readonly after: Moment;
    /** Whether it is one of the operations that follow. */
    readonly isRecovery: boolean;
    /** Of this phase alone. */
    readonly violations: readonly Violation[];
}

/** How a run has ended. */
export interface End extends Pick<Stage, "model" | "urns"> {
    readonly held: readonly Held[];
    readonly things: Things;
    readonly memory: Memory;
    readonly others: ReadonlySet<string>;
}

export interface Run {
    readonly scenario: Scenario;
    readonly placed: readonly Placed[];
    readonly played: readonly Played[];
    readonly violations: readonly Violation[];
}

/** Real time after which a run counts as hanging. */
const longestMs = 30_000;

export class Player {
    readonly played: Played[] = [];
    /** What each phase begins with. */
    readonly starts: Start[] = [];
    readonly prints: string[] = [];
    end: End | undefined;

    constructor(
        readonly stage: Stage,
        readonly scenario: Scenario,
        readonly placed: readonly Placed[],
        readonly isRecording: boolean,
        private readonly recoveries: Recoveries,
        /** The run without faults, unless this is it. */
        private readonly usual?: Baseline,
    ) {}

    /** @param done the phases before the first that is struck, as they are without faults */
    async play(done: readonly Played[] = []): Promise<void> {
        const { stage, scenario } = this;
        this.played.push(...done);
        for (const [at, phase] of scenario.phases.entries()) {
            if (at < done.length) continue;
            if (this.isRecording) {
                this.starts.push(await stage.save(`${scenario.name} ${at}`));
                this.prints.push(this.print());
            } else if (this.isAsUsual(at)) {
                // What follows has been played before.
                this.played.push(...this.usual!.played.slice(at));
                this.end = this.usual!.end;
                return;
            }
            if (!(await this.phase(phase, at))) break;
        }
        this.end = await recover(this, this.recoveries);
    }

    /** What the rest depends on. */
    private print(): string {
        const { outcome } = this.played.at(-1)?.done ?? {};
        return JSON.stringify([fingerprint(this.stage), outcome?.steps, outcome?.diagnostics]);
    }

    /** Whether what struck has changed nothing. */
    private isAsUsual(at: number): boolean {
        if (this.usual === undefined || this.stage.lapses > 0) return false;
        const isOver = this.placed.every(({ phase }) => phase < at);
        return isOver && this.placed.length > 0 && this.usual.prints[at] === this.print();
    }

    /** @returns whether the next one follows */
    async phase(phase: Phase, at: number, isRecovery = false): Promise<boolean> {
        const { stage } = this;
        const placed = this.placed.filter((each) => each.phase === at);
        stage.emulator.clearRequests();
        const before = momentOf(stage);
        const watch = await Watch.begin(stage, placed, this.isRecording);
        let done: Done;
        try {
            done = await phase.run(stage, watch.life);
        } finally {
            await watch.end();
        }
        const after = momentOf(stage);
        const { events, recorded } = watch;
        const requests = stage.requests();
        const isStruck = this.played.some((other) => other.isStruck && !isRecovery) || placed.length > 0;
        const all = { phase, done, events, requests, recorded, isStruck, before, after, isRecovery, violations: [] };
        this.noteMade(all);
        const violations = [...this.violationsOf(all), ...phaseRules(stage, this.scenario, [...this.played, all])];
        this.played.push({ ...all, violations });
        return done.ok && !done.killed;
    }

    /** Notes which calls have made what is new. */
    private noteMade({ before, after, requests }: Played): void {
        const { memory } = this.stage;
        const calls = createCalls(requests);
        for (const { id, name } of after.things.values()) {
            if (before.things.has(id) || memory.foreign.has(id)) continue;
            memory.made.set(id, { stack: 0, call: calls.filter(({ body }) => body["name"] === name).at(-1) });
        }
    }

    /** Of the phase before this one, if it was the preview of the operation. */
    private previewOf({ phase, done }: Played): Outcome | undefined {
        if (phase.asked?.do === "preview") return done.outcome;
        const last = this.played.at(-1);
        return last?.phase.asked?.do === "preview" ? last.done.outcome : undefined;
    }

    /** What the rules of the histories say. */
    private violationsOf(played: Played): Violation[] {
        const { stage } = this;
        const { asked, replace } = played.phase;
        const { outcome } = played.done;
        if (asked === undefined || outcome === undefined) return [];
        const { before, after, requests, isStruck } = played;
        const isPreview = asked.do === "preview";
        const scene: Scene = {
            asked: isPreview ? { do: "preview" } : asked,
            stack: 0,
            backends: [0],
            program: stage.model,
            onNameConflict: undefined,
            urns: stage.urns,
            selected: undefined,
            forced: new Set(before.held.filter(({ name }) => name === replace).map(({ urn }) => urn)),
            before: { state: before.held, things: before.things },
            after: { state: isPreview ? before.held : after.held, things: after.things },
            others: stage.others,
            requests,
            preview: this.previewOf(played),
            outcome,
            elsewhere: false,
            faulty: isStruck,
            emptyAnswers: [],
            hides: false,
            omitsDeleting: false,
            omits: [],
            ghosts: false,
            now: before.now,
        };
        noteRetained(scene, stage.memory);
        return rules.flatMap((rule) => rule(scene, stage.memory));
    }

    get violations(): Violation[] {
        const own = this.played.flatMap(({ violations }) => violations);
        return this.end ? [...own, ...agreement(this.end, this.scenario, this.played)] : own;
    }
}

const momentOf = ({ held, things, emulator }: Stage): Moment => ({ held, things, now: emulator.now() });

/** A run without faults, and what each of its phases begins with. */
export interface Baseline extends Run {
    readonly starts: readonly Start[];
    readonly prints: readonly string[];
    readonly recoveries: Recoveries;
    readonly end: End | undefined;
}

/** @returns the violations */
async function playing(player: Player, done: readonly Played[]): Promise<Violation[]> {
    const seeded = congruential32(1);
    const { random } = Math;
    // Jitter is the only randomness that a run depends on.
    Math.random = () => uniformFloat64(seeded);
    const over = new AbortController();
    const hangs = delay(longestMs, "hangs" as const, { signal: over.signal, ref: false }).catch(() => undefined);
    try {
        const ending = await Promise.race([player.play(done), hangs]);
        const endless = ending === "hangs" ? [violation("ends", `it hangs: ${longestMs / 1000} s`)] : [];
        return [...player.violations, ...endless];
    } finally {
        Math.random = random;
        over.abort();
    }
}

/** The scenario as it goes without faults. */
export async function record(stage: Stage, scenario: Scenario): Promise<Baseline> {
    stage.clean();
    stage.parallel = scenario.parallel ?? 1;
    stage.addBystanders();
    await scenario.prepare(stage);
    const recoveries: Recoveries = new Map();
    const player = new Player(stage, scenario, [], true, recoveries);
    const violations = await playing(player, []);
    const { played, starts, prints, end } = player;
    return { scenario, placed: [], played, violations, starts, prints, recoveries, end };
}

/** The scenario with what strikes it, from the first phase that is struck. */
export async function play(stage: Stage, baseline: Baseline, placed: readonly Placed[]): Promise<Run> {
    const { scenario, starts, played: usual, recoveries } = baseline;
    const first = Math.min(...placed.map(({ phase }) => phase), starts.length - 1);
    await stage.restore(`${scenario.name} ${first}`, starts[first]!);
    const player = new Player(stage, scenario, placed, false, recoveries, baseline);
    const violations = await playing(player, usual.slice(0, first));
    return { scenario, placed, played: player.played, violations: beyondLimits(scenario.name, placed, violations) };
}
