// Runs a history, step by step.
import { setTimeout as delay } from "node:timers/promises";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { congruential32 } from "pure-rand/generator/congruential32";
import { converge, type Ending, pauseMs } from "./converge";
import type { Bench } from "./engine/bench";
import { heldIn, Life } from "./engine/operate";
import { Suspension } from "./engine/suspension";
import { at, killAt } from "./interfere";
import { edited, renamed } from "./model/edit";
import type { History, Operation, StackCommand, Step } from "./model/history";
import { without } from "./model/objects";
import { presentSlot, type Slot, specOf, withSpec } from "./model/program";
import { sound } from "./model/sound";
import { fulfilled, unfinished } from "./oracle/fulfilled";
import { thingId } from "./oracle/world";
import { wordsOf } from "./oracle/scene";
import { drifted, unchanged } from "./oracle/changes";
import { HistoryFailed, Setting, type Track } from "./setting";
import { firstRelease, renamedStack, stateDeleted, stateMoved, stateRenamed } from "./stackCommands";

export { HistoryFailed, type Ending };

class Player extends Setting {
    /** @throws HistoryFailed if a rule is violated, or nothing happens any more. */
    async play(): Promise<Ending> {
        const over = new AbortController();
        const { longestMs } = this.bench.engine;
        const hangs = delay(longestMs, undefined, { signal: over.signal, ref: false }).then((): never => {
            throw new HistoryFailed([{ rule: "ends", what: `it hangs: ${longestMs / 1000} s` }], this.trace);
        });
        try {
            return await Promise.race([this.playAll(), hangs]);
        } finally {
            hangs.catch(() => undefined);
            over.abort();
        }
    }

    private async playAll(): Promise<Ending> {
        for (const step of this.history.steps) await this.step(step);
        return converge(this);
    }

    private async step(step: Step): Promise<void> {
        const { edits, then, becomes, on = 0 } = step;
        const track = this.tracks[on % this.tracks.length]!;
        await this.bench.time.pass(step.pauseMs ?? pauseMs);
        const foreign = [...this.memory.foreign];
        const { program } = track;
        track.program = edited(program, edits, (target) =>
            "slot" in target ? this.idOfAny(track, target.slot) : foreign[target.foreign],
        );
        if (JSON.stringify(track.program) !== JSON.stringify(program)) track.settled = false;
        if (becomes !== undefined && becomes.at === undefined) this.bench.setQuirks(becomes.quirks);
        this.trace.step(step);
        switch (then.do) {
            case "console":
                this.unsettle();
                this.act(track, then.act);
                return;
            case "up":
            case "preview":
            case "refresh":
            case "destroy":
                return this.operation(track, step, then);
            default:
                track.settled = false;
                this.command(track, then);
        }
    }

    private command(track: Track, then: StackCommand): void {
        const { stack, program } = track;
        if (then.do === "renameStack") track.stack = renamedStack(stack, `${stack.name}x`);
        else if (then.do === "oldState") {
            // It does not say that a creation was interrupted: where the API hides what is new, it looks gone (docs/limits.md).
            if (this.bench.emulator.quirks.hiddenMs > 0) return;
            // It does not say where its resources were seen: at another address, they look gone.
            if (this.isDisplaced(track)) return;
            track.stack = firstRelease(stack);
            track.isOld = true;
        } else if (then.do === "newStack") {
            if (this.tracks.length < 3) this.addTrack(program, then.backend, then.key);
        } else if (then.do === "importState") this.importState(track, then.back);
        else this.commandFor(track, then);
    }

    private importState(track: Track, back: number): void {
        const { stack, past } = track;
        if (past.length < back) return;
        const state = past.at(-back);
        const kept = new Set(heldIn(state).map(({ id }) => id));
        for (const { id } of heldIn(stack.state).filter((held) => !kept.has(held.id))) {
            this.memory.retained.add(thingId(id));
            this.memory.dropped.add(thingId(id));
        }
        track.stack = { ...stack, state: state && renamedTo(state, stack.name) };
        track.touched = true;
    }

    private commandFor(track: Track, then: Extract<StackCommand, { readonly slot: Slot }>): void {
        const { stack, program } = track;
        const slot = presentSlot(program, then.slot, true);
        const id = slot && this.idOf(track, slot);
        if (slot === undefined || id === undefined) return;
        const urn = this.urnsOf(track).get(slot)!;
        switch (then.do) {
            case "taint":
                track.stack = { ...stack, tainted: new Set([...stack.tainted, urn]) };
                return;
            case "stateDelete": {
                const rest = stateDeleted(stack, urn);
                if (rest === undefined) return;
                track.stack = rest;
                this.memory.retained.add(thingId(id));
                return;
            }
            case "stateRename": {
                const changed = stateRenamed(stack, urn, then.label);
                if (changed === undefined) return;
                track.stack = changed;
                if (then.inProgram) track.program = sound(renamed(program, slot, then.label, false));
                return;
            }
            case "stateMove": {
                const other = this.tracks[(track.number + 1) % this.tracks.length]!;
                if (other !== track) this.move(track, other, slot, urn, then.inProgram);
            }
        }
    }

    private move(from: Track, to: Track, slot: Slot, urn: string, inProgram: boolean): void {
        const moved = stateMoved(from.stack, to.stack, urn);
        if (moved === undefined) return;
        from.stack = moved.from;
        to.stack = moved.to;
        to.settled = false;
        if (!inProgram) return;
        const spec = specOf(from.program, slot)!;
        from.program = sound(
            withSpec({ ...from.program, former: [...from.program.former, { slot, spec }] }, slot, undefined),
        );
        to.program = sound(withSpec(to.program, slot, { ...spec, options: without(spec.options, "component") }));
    }

    private async operation(track: Track, step: Step, then: Operation): Promise<void> {
        const {
            faults = [],
            setBackMs = 0,
            kill,
            meanwhile,
            becomes,
            elsewhere: isElsewhere = false,
            runner,
            beside,
        } = step;
        // Such a state is taken for one of any address: docs/limits.md.
        const elsewhere = isElsewhere && !track.isOld;
        const { bench } = this;
        const isWhole = then.target === undefined && then.exclude === undefined;
        const isPlain = isWhole && !then.replace && faults.length === 0 && !elsewhere;
        const wasSettled =
            track.settled &&
            isPlain &&
            meanwhile === undefined &&
            beside === undefined &&
            track.stack.tainted.size === 0;
        const life = kill && new Life();
        const ends: (() => unknown)[] = [];
        /** What was wrong with an operation beside this one. */
        const failures: unknown[] = [];
        // Its requests are told from those of the operation by when they come: nothing of that one may be under way.
        const other = this.history.parallel === 1 ? this.tracks.find((one) => one !== track) : undefined;
        const suspension = new Suspension(bench.clock);
        const before = new Set(heldIn(track.stack.state).map(({ id }) => id));
        // Only a refresh tells that it is being deleted.
        const deletingIds = new Set([...this.things.values()].filter(({ alive }) => !alive).map(({ id }) => id));
        const outcome = await this.perform(track, then, {
            elsewhere,
            life,
            runner,
            ...(beside && { suspension }),
            disturb: () => {
                for (const emulator of bench.emulators) faults.forEach((fault) => emulator.faults.add(fault));
                bench.time.setBack(setBackMs);
                if (kill && life) ends.push(killAt(bench, kill, life));
                if (meanwhile) ends.push(at(bench, meanwhile, () => this.act(track, meanwhile.act)));
                if (beside && other) {
                    const besides = () => this.performBeside(other);
                    const run = () => suspension.during(besides).catch((error: unknown) => void failures.push(error));
                    ends.push(at(bench, beside, run, { letsTimePass: true }));
                }
                const { at: moment, quirks } = becomes ?? {};
                if (moment) ends.push(at(bench, moment, () => bench.setQuirks(quirks!)));
            },
        }).finally(async () => {
            for (const end of ends) await end();
            for (const emulator of bench.emulators) emulator.faults.clear();
            bench.time.setBack(0);
        });
        for (const failure of failures) throw failure;
        if (wasSettled && !outcome.killed && (then.do === "up" || then.do === "preview" || then.do === "refresh")) {
            this.fail(drifted(outcome));
            if (then.do !== "refresh") this.fail(unchanged(outcome));
        }
        if (then.do === "preview") return;
        const isSeen = isWhole && outcome.ok && then.refresh === true;
        // What another address has created is not found at the own one.
        const touched =
            (track.touched && !isSeen) ||
            meanwhile !== undefined ||
            beside !== undefined ||
            faults.length > 0 ||
            elsewhere;
        if (then.do !== "refresh" || !outcome.ok) this.unsettle();
        track.touched = touched;
        if (!outcome.ok || then.do !== "up" || !isWhole || meanwhile !== undefined || beside !== undefined) return;
        this.checkDone(track, before, then.refresh === true ? new Set() : deletingIds);
        if (/needs a `pulumi up` of its own/.test(wordsOf(outcome))) return;
        await this.checkUnchanged(track, elsewhere);
        track.settled = !elsewhere && !track.touched;
    }

    /** Something has changed that any of the stacks may have. */
    private unsettle(): void {
        for (const track of this.tracks) {
            track.settled = false;
            track.touched = true;
        }
    }

    /** After a successful `up`, new resources match the program and nothing is incomplete. */
    private checkDone(track: Track, before: ReadonlySet<string>, deletingIds: ReadonlySet<string>): void {
        const state = heldIn(track.stack.state);
        const { things } = this;
        const isNew = (id: string) => !before.has(id) && this.isShown(id);
        this.fail(fulfilled(track.program, this.urnsOf(track), state, things, isNew));
        const staying = state.filter(({ id }) => !deletingIds.has(thingId(id)));
        this.fail(unfinished(staying, things));
    }
}

const renamedTo = (state: NonNullable<Track["stack"]["state"]>, name: string) => {
    const urn = state.deployment.resources?.[0]?.urn;
    const [, former = name] = /^urn:pulumi:([^:]+)::/.exec(urn ?? "") ?? [];
    return renamedStack({ name: former, state, tainted: new Set() }, name).state;
};

export async function play(bench: Bench, history: History): Promise<Ending> {
    const { random } = Math;
    const { stackTraceLimit } = Error;
    // Jitter is the only randomness; it is seeded so that a history is reproducible.
    const seeded = congruential32(1);
    Math.random = () => uniformFloat64(seeded);
    // The SDK captures a stack trace per promise, which dominates the cost of a preview.
    if (process.env["HISTORY_PATH"] === undefined) Error.stackTraceLimit = 0;
    try {
        return await new Player(bench, history).play();
    } finally {
        Math.random = random;
        Error.stackTraceLimit = stackTraceLimit;
    }
}
