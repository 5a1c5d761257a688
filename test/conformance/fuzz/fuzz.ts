// Random histories on both engines: see CONTRIBUTING.md.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { pulumiOnPath } from "../../e2e/support/cli";
import type { Stage } from "../recording";
import { explained } from "./byDesign";
import { differenceOf, type Difference } from "./compare";
import { type Deed, history, stagesOf } from "./history";
import { EmbeddedSide, type Outcome, RealSide } from "./sides";

type Order = Omit<Stage, "expected">;

/** How often the real engine is asked again before a difference counts: in some operations it does not always do the same. */
const attempts = 4;
/** For one history. */
const timeLimitMs = 300_000;

/** A history in which the engines differ. */
class Differs extends Error {
    constructor(
        readonly stages: Order[],
        readonly difference: Difference,
    ) {
        super(difference.what);
    }
}

class Fuzz {
    readonly counts = { histories: 0, operations: 0, failed: 0, targeted: 0, killed: 0, varying: 0, explained: 0 };
    readonly calls: Record<string, number> = {};
    private readonly dir = mkdtempSync(path.join(tmpdir(), "fuzz-"));

    end(): void {
        rmSync(this.dir, { recursive: true, force: true });
    }

    /** @throws Differs */
    async play(deeds: Deed[]): Promise<void> {
        const stages = stagesOf(deeds);
        const [real, embedded] = [new RealSide(), new EmbeddedSide()];
        this.counts.histories++;
        try {
            await real.begin(path.join(this.dir, "template"));
            let before: Outcome | undefined;
            for (const [at, stage] of stages.entries()) {
                const [theirs, ours] = await Promise.all([real.play(stage), embedded.play(stage)]);
                this.count(stage, theirs);
                const difference = differenceOf(theirs, ours, before);
                if (difference && explained(theirs, ours, before) !== undefined) {
                    this.counts.explained++;
                    return;
                }
                if (difference && !(await this.varies(real, stage, ours, before)))
                    throw new Differs(stages.slice(0, at + 1), difference);
                before = ours;
            }
        } finally {
            real.project.remove();
            embedded.project.remove();
        }
    }

    private count({ args = [], kill }: Order, { told: end, calls }: Outcome): void {
        this.counts.operations++;
        if (end && end.exitCode !== 0) this.counts.failed++;
        if (args.includes("--target")) this.counts.targeted++;
        if (kill !== undefined) this.counts.killed++;
        for (const { call } of calls) this.calls[call] = (this.calls[call] ?? 0) + 1;
    }

    /** Whether the real engine, asked again, does what the embedded one has done. */
    private async varies(real: RealSide, stage: Order, ours: Outcome, before: Outcome | undefined): Promise<boolean> {
        for (let attempt = 1; attempt < attempts; attempt++) {
            real.rewind();
            if (differenceOf(await real.play(stage), ours, before) !== undefined) continue;
            this.counts.varying++;
            return true;
        }
        return false;
    }
}

const shownStage = ({ op, args = [], program, config, drift, faults, kill }: Order, at: number) =>
    [
        `${at + 1}. ${[op, ...args].join(" ")}${kill === undefined ? "" : `, killed in a ${kill}`}`,
        ...Object.entries({ config, drift, faults })
            .filter(([, value]) => value !== undefined && Object.keys(value).length > 0)
            .map(([what, value]) => `   ${what}: ${JSON.stringify(value)}`),
        (program ?? "").replace(/^/gm, "      "),
    ].join("\n");

const told = ({ stages, difference: { what, real, embedded } }: Differs) =>
    `${stages.map(shownStage).join("\n")}\n\nThe ${what} of the last operation:\n--- real\n${real}\n+++ embedded\n${embedded}\n`;

/** Plays the history of that seed. A difference is shrunk for as long as the time limit allows. @returns whether there is none */
async function search(fuzz: Fuzz, seed: number, replayed: string | undefined): Promise<boolean> {
    let wanted: string | undefined;
    const property = fc.asyncProperty(history, async (deeds) => {
        try {
            await fuzz.play(deeds);
        } catch (error) {
            // Shrinking stays with the kind of difference that it began with.
            if (error instanceof Differs && wanted !== undefined && error.message !== wanted) return;
            if (error instanceof Differs && wanted === undefined) {
                console.log(`seed ${seed}: the ${error.message} of operation ${error.stages.length}; shrinking`);
                wanted = error.message;
            }
            throw error;
        }
    });
    const replay = replayed === undefined ? {} : { path: replayed, endOnFailure: true };
    const details = await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: timeLimitMs, ...replay });
    if (!details.failed || details.counterexample === null) return true;
    const error = details.errorInstance;
    console.log(error instanceof Differs ? told(error) : String((error as Error).stack));
    console.log(`Again: npm run fuzz:engines -- --seed ${seed} --path ${details.counterexamplePath}\n`);
    return false;
}

/** @returns the exit code: 1 where the engines differ. */
export async function fuzz(args: string[]): Promise<number> {
    const options = { minutes: { type: "string" }, seed: { type: "string" }, path: { type: "string" } } as const;
    const { values } = parseArgs({ args, options: { ...options, all: { type: "boolean" } } });
    const minutes = Number(values.minutes ?? "10");
    if (!(minutes > 0)) throw new RangeError(`--minutes ${values.minutes} is not a number above 0`);
    if (pulumiOnPath === undefined) {
        console.error("There is no pulumi on the PATH, and it is one of the two engines to compare.");
        return 1;
    }
    const until = Date.now() + minutes * 60_000;
    const work = new Fuzz();
    let found = 0;
    try {
        for (let seed = Number(values.seed ?? Date.now() % 1_000_000_000); Date.now() < until; seed++) {
            if (!(await search(work, seed, values.path))) found++;
            console.log(`seed ${seed}: ${JSON.stringify({ ...work.counts, calls: work.calls })}`);
            if (values.path !== undefined || (found > 0 && values.all !== true)) break;
        }
    } finally {
        work.end();
    }
    return found === 0 ? 0 : 1;
}
