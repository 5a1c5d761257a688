// One run of a scenario: from its beginning, with what strikes it, and with the two operations after it.
import { setTimeout as delay } from "node:timers/promises";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { congruential32 } from "pure-rand/generator/congruential32";
import type { RequestEntry } from "../../src/emulator";
import type { Outcome } from "../histories/engine/operate";
import { rules } from "../histories/oracle/rules";
import { type Scene, type Violation, violation } from "../histories/oracle/scene";
import { noteRetained } from "../histories/oracle/state";
import { createCalls, type Things } from "../histories/oracle/world";
import { finalRules, phaseRules } from "./oracle/rules";
import type { Done, Phase, Scenario } from "./scenario";
import { refresh, up } from "./scenario";
import type { Stage, Start } from "./stage";
import { type Event, type Placed, type Recorded, Watch } from "./watch";

/** A phase that has been run. */
export interface Played {
    readonly phase: Phase;
    readonly done: Done;
    readonly events: readonly Event[];
    readonly requests: readonly RequestEntry[];
    readonly recorded: readonly Recorded[];
    /** Whether anything was wrong in its course. */
    readonly isStruck: boolean;
    readonly before: { readonly held: Stage["held"]; readonly things: Things };
    readonly after: { readonly held: Stage["held"]; readonly things: Things };
    /** Whether it is one of the two operations that follow. */
    readonly isRecovery: boolean;
}

export interface Run {
    readonly scenario: Scenario;
    readonly placed: readonly Placed[];
    readonly played: readonly Played[];
    readonly violations: readonly Violation[];
}

/** Between two operations. */
const pauseMs = 120_000;
/** Real time after which a run counts as hanging. */
const longestMs = 30_000;

/** The operations after the scenario's own, by turns: the second form needs no refresh to see what has been done meanwhile. */
function recoveryOf(scenario: Scenario, placed: readonly Placed[]): readonly Phase[][] {
    if (scenario.recovery) return scenario.recovery.map((phase) => [phase]);
    const isSeen = placed.every(({ strike }) => strike.kind !== "moment");
    const isEven = placed.every(({ request }) => request % 2 === 0);
    return isSeen && isEven ? [up(), up()] : [refresh, up()];
}

class Player {
    readonly played: Played[] = [];
    readonly violations: Violation[] = [];
    /** What each phase begins with. */
    readonly starts: Start[] = [];
    private preview: Outcome | undefined;

    constructor(
        private readonly stage: Stage,
        private readonly scenario: Scenario,
        private readonly placed: readonly Placed[],
        private readonly isRecording: boolean,
    ) {}

    /** @param done the phases before the first that is struck, as they are without faults */
    async play(done: readonly Played[] = []): Promise<void> {
        const { stage, scenario, placed } = this;
        this.played.push(...done);
        this.preview = done.findLast(({ phase }) => phase.asked?.do === "preview")?.done.outcome;
        for (const [at, phase] of scenario.phases.entries()) {
            if (at < done.length) continue;
            if (this.isRecording) this.starts.push(await stage.save(`${scenario.name} ${at}`));
            if (!(await this.phase(phase, placed.filter((each) => each.phase === at)))) break;
        }
        let { length: at } = scenario.phases;
        for (const operation of recoveryOf(scenario, placed)) {
            await stage.pass(pauseMs);
            stage.emulator.faults.clear();
            for (const phase of operation) {
                const own = placed.filter((each) => each.phase === at++);
                if (!(await this.phase(phase, own, true))) break;
            }
        }
        this.violations.push(...finalRules(this.stage, this.scenario, this.played));
    }

    /** @returns whether the next one follows */
    private async phase(phase: Phase, placed: readonly Placed[], isRecovery = false): Promise<boolean> {
        const { stage } = this;
        stage.emulator.clearRequests();
        const before = { held: stage.held, things: stage.things };
        const now = stage.emulator.now();
        const watch = await Watch.begin(stage, placed, this.isRecording);
        let done: Done;
        try {
            done = await phase.run(stage, watch.life);
        } finally {
            await watch.end();
        }
        const after = { held: stage.held, things: stage.things };
        const { events, recorded } = watch;
        const requests = stage.requests();
        const isStruck = this.played.some((other) => other.isStruck && !isRecovery) || placed.length > 0;
        const played = { phase, done, events, requests, recorded, isStruck, before, after, isRecovery };
        this.played.push(played);
        this.noteMade(played);
        if (phase.asked?.do === "preview") this.preview = done.outcome;
        this.check(played, now);
        if (phase.asked?.do !== "preview") this.preview = undefined;
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

    private check(played: Played, now: number): void {
        const { stage } = this;
        const { memory } = stage;
        const { asked } = played.phase;
        const { outcome } = played.done;
        if (asked !== undefined && outcome !== undefined) {
            const { before, after, requests, isStruck } = played;
            const isPreview = asked.do === "preview";
            const scene: Scene = {
                asked: isPreview ? { do: "preview" } : asked,
                stack: 0,
                program: stage.model,
                onNameConflict: undefined,
                urns: stage.urns,
                selected: undefined,
                forced: new Set(before.held.filter(({ name }) => name === played.phase.replace).map(({ urn }) => urn)),
                before: { state: before.held, things: before.things },
                after: { state: isPreview ? before.held : after.held, things: after.things },
                others: stage.others,
                requests,
                preview: asked.do === "up" || isPreview ? this.preview : undefined,
                outcome,
                elsewhere: false,
                faulty: isStruck,
                hides: false,
                ghosts: false,
                now,
            };
            noteRetained(scene, memory);
            this.violations.push(...rules.flatMap((rule) => rule(scene, memory)));
        }
        this.violations.push(...phaseRules(stage, this.scenario, this.played));
    }
}

/** A run without faults, and what each of its phases begins with. */
export interface Baseline extends Run {
    readonly starts: readonly Start[];
}

async function playing(player: Player, done: readonly Played[]): Promise<void> {
    const seeded = congruential32(1);
    const { random } = Math;
    // Jitter is the only randomness that a run depends on.
    Math.random = () => uniformFloat64(seeded);
    const over = new AbortController();
    const hangs = delay(longestMs, "hangs" as const, { signal: over.signal, ref: false }).catch(() => undefined);
    try {
        const ending = await Promise.race([player.play(done), hangs]);
        if (ending === "hangs") player.violations.push(violation("ends", `it hangs: ${longestMs / 1000} s`));
    } finally {
        Math.random = random;
        over.abort();
    }
}

/** The scenario as it goes without faults. */
export async function record(stage: Stage, scenario: Scenario): Promise<Baseline> {
    stage.clean();
    stage.addBystanders();
    await scenario.prepare(stage);
    const player = new Player(stage, scenario, [], true);
    await playing(player, []);
    const { played, violations, starts } = player;
    return { scenario, placed: [], played, violations, starts };
}

/** The scenario with what strikes it, from the first phase that is struck. */
export async function play(stage: Stage, baseline: Baseline, placed: readonly Placed[]): Promise<Run> {
    const { scenario, starts, played: usual } = baseline;
    const first = Math.min(...placed.map(({ phase }) => phase), starts.length - 1);
    await stage.restore(`${scenario.name} ${first}`, starts[first]!);
    const player = new Player(stage, scenario, placed, false);
    await playing(player, usual.slice(0, first));
    const { played, violations } = player;
    return { scenario, placed, played, violations };
}
