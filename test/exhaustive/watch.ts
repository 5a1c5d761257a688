// What happens in the course of one phase: its requests in order, what is wrong with one of them, and what others do in between.
import type { Fault, RequestEntry } from "../../src/emulator";
import { Life } from "../histories/engine/operate";
import { type Things, thingId } from "../histories/oracle/world";
import { isOwnRequest, type Stage } from "./stage";

/** What happens once, at one request of a run. */
export type Strike =
    | {
          readonly name: string;
          readonly kind: "answer";
          readonly do: Fault["do"];
          /** The verb of the first request that it may strike. Default: any. */
          readonly verb?: Fault["verb"];
      }
    /** The process ends before the request is carried out, or after it, without its answer. */
    | { readonly name: string; readonly kind: "kill"; readonly done: boolean }
    /**
     * Done after the answer of the request before has been made up, and before this request leaves. Resolves to the ids of what somebody else
     * has changed, if anything.
     */
    | { readonly name: string; readonly kind: "moment"; readonly act: Act };

export type Act = (stage: Stage) => readonly string[] | Promise<readonly string[]>;

/** By phase and request, both counted from 0. */
export interface Placed {
    readonly phase: number;
    readonly request: number;
    readonly strike: Strike;
}

export type Event =
    /** `things`: what there was when it arrived. `isFalse`: it was not answered with what there is, nor with what there has been. */
    | {
          readonly kind: "request";
          readonly entry: RequestEntry;
          readonly things: Things;
          readonly isFalse: boolean;
      }
    | { readonly kind: "act"; readonly what: string; readonly ids: readonly string[] };

/** A request of a run without faults. */
export interface Recorded {
    readonly entry: RequestEntry;
    /** What a GET would have shown before the latest change, if that differs. */
    readonly old: unknown;
    /** The services that are nobody else's, the oldest first. */
    readonly subjects: readonly string[];
}

const bodyOf = (value: unknown) => JSON.stringify(value);

export class Watch {
    readonly events: Event[] = [];
    readonly recorded: Recorded[] = [];
    readonly life: Life | undefined;
    /** Whether anything has struck so far. */
    hasStruck = false;
    private next = 0;
    private readonly acted = new Set<number>();
    private stopIntercepting: () => void = () => undefined;
    /** What the API has shown before the latest change, by path. */
    private readonly olds = new Map<string, unknown>();

    private constructor(
        private readonly stage: Stage,
        private readonly placed: readonly Placed[],
        private readonly isRecording: boolean,
    ) {
        this.life = placed.some(({ strike }) => strike.kind === "kill") ? new Life() : undefined;
    }

    /** @param placed the strikes of this phase */
    static async begin(stage: Stage, placed: readonly Placed[], isRecording = false): Promise<Watch> {
        const watch = new Watch(stage, placed, isRecording);
        watch.arm(0);
        if (isRecording) await watch.noteOlds();
        await watch.actBefore(0);
        watch.stopIntercepting = stage.emulator.intercept({
            before: (entry) => watch.before(entry),
            after: (entry) => watch.after(entry),
        });
        return watch;
    }

    async end(): Promise<void> {
        // What was under way comes to its end.
        if (this.life?.isOver === true) await this.stage.clock.calm();
        this.stopIntercepting();
        for (const putBack of this.stage.hidden) putBack();
    }

    private strikesAt(request: number): Strike[] {
        return this.placed.filter((each) => each.request === request).map(({ strike }) => strike);
    }

    /** Makes that the request is answered wrongly. Done while the one before it is carried out. */
    private arm(request: number): void {
        for (const strike of this.strikesAt(request)) {
            if (strike.kind !== "answer") continue;
            const { do: effect, verb } = strike;
            this.stage.emulator.faults.add({ do: effect, ...(verb && { verb }) });
        }
    }

    private async actBefore(request: number): Promise<void> {
        if (this.acted.has(request)) return;
        this.acted.add(request);
        for (const strike of this.strikesAt(request)) {
            if (strike.kind !== "moment") continue;
            this.hasStruck = true;
            const ids = await strike.act(this.stage);
            if (ids.length > 0) this.events.push({ kind: "act", what: strike.name, ids });
        }
    }

    private async before(entry: RequestEntry): Promise<"drop" | undefined> {
        if (isOwnRequest(entry)) return undefined;
        if (this.life?.isOver === true) return "drop";
        // The request before it was perhaps not carried out.
        await this.actBefore(this.next);
        const strikes = this.strikesAt(this.next++);
        this.arm(this.next);
        if (strikes.some(({ kind }) => kind !== "moment")) this.hasStruck = true;
        const isOld = strikes.some(({ name }) => name.startsWith("old record"));
        const isFalse = entry.faults.length > 0 && !isOld;
        this.events.push({ kind: "request", entry, things: this.stage.things, isFalse });
        if (this.isRecording) await this.record(entry);
        if (!strikes.some((strike) => strike.kind === "kill" && !strike.done)) return undefined;
        this.life?.kill();
        return "drop";
    }

    private async after(entry: RequestEntry): Promise<"drop" | undefined> {
        if (isOwnRequest(entry)) return undefined;
        if (this.life?.isOver === true) return "drop";
        if (this.strikesAt(this.next - 1).some(({ kind }) => kind === "kill")) {
            this.life?.kill();
            return "drop";
        }
        await this.actBefore(this.next);
        return undefined;
    }

    private async record(entry: RequestEntry): Promise<void> {
        const { stage, olds } = this;
        const subjects = [...stage.emulator.world.services.keys()].filter((id) => !stage.bystanders.has(id));
        let old: unknown;
        if (entry.method === "GET") {
            const before = olds.get(entry.path);
            if (before !== undefined && bodyOf(before) !== bodyOf(await stage.raw(entry.path))) old = before;
        } else {
            await this.noteOlds();
            const [, top] = /^(\/projects\/[^/]+\/\w+\/[^/]+)/.exec(entry.path) ?? [];
            old = top === undefined ? undefined : olds.get(top);
        }
        this.recorded.push({ entry, old, subjects });
    }

    private async noteOlds(): Promise<void> {
        const { stage, olds } = this;
        const project = `/projects/${stage.emulator.projectId}`;
        const { services, vpcs } = stage.emulator.world;
        const paths = [
            ...["services", "vpcs"].map((collection) => `${project}/${collection}`),
            ...[...vpcs.keys()].map((id) => `${project}/vpcs/${id}`),
            ...[...services.keys()].flatMap((id) => [
                `${project}/services/${id}`,
                `${project}/services/${id}/replicaSets`,
            ]),
        ];
        for (const path of paths) olds.set(path, await stage.raw(path));
    }
}

/** The id of what the request is about. */
export const subjectOf = ({ path }: RequestEntry): string => thingId(path);
