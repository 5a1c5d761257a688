import fc from "fast-check";
import { killAt, placesOf, told, victims, type Boundary, type Place } from "./boundary";
import { destroyAgain, upAgain } from "./recover";
import type { Shape } from "./shape";
import { Stage } from "./stage";

/** An operation that is killed at many boundaries, each time from the same initial state. */
export interface Killing {
    readonly operation: "up" | "destroy";
    /** The program that is already deployed, if any. */
    readonly from: Shape | undefined;
    /** The program to deploy. */
    readonly to: Shape;
    /** Number of boundaries to test; `npm run soak:kills` tests all. */
    readonly times: number;
}

const isComplete = process.env["KILLS"] === "all";

const boundariesAt = (place: Place): Boundary[] =>
    victims.flatMap((victim) => (["before", "after"] as const).map((side) => ({ ...place, side, victim })));

/** All boundaries, changing requests first; or a fixed sample, three quarters of which are at changing requests. */
function chosen(all: readonly Boundary[], times: number): Boundary[] {
    const changes = all.filter(({ method }) => method !== "GET");
    const looks = all.filter(({ method }) => method === "GET");
    if (isComplete) return [...changes, ...looks];
    const share = Math.ceil((times * 3) / 4);
    const some = (list: Boundary[], count: number) =>
        fc.sample(fc.shuffledSubarray(list, { minLength: count, maxLength: count }), { numRuns: 1, seed: 1 })[0]!;
    return [...some(changes, share), ...some(looks, times - share)];
}

async function started({ from }: Killing): Promise<Stage | undefined> {
    if (from === undefined) return undefined;
    const stage = await Stage.open(from);
    const { exitCode, diagnostics } = await stage.run("up");
    if (exitCode !== 0) throw new Error(`the start has failed: ${JSON.stringify(diagnostics)}`);
    return stage;
}

async function survives(killing: Killing, start: Stage | undefined, boundary: Boundary): Promise<void> {
    const { operation, to } = killing;
    const stage = await Stage.open(to, start);
    try {
        const { changes, reached } = await killAt(stage, operation, boundary);
        if (reached && boundary.victim === "engine") expect(changes).toEqual([]);
        await (operation === "up" ? upAgain(stage, to, isComplete) : destroyAgain(stage));
    } finally {
        await stage.close();
    }
}

jest.setTimeout(isComplete ? 7_200_000 : 600_000);

/** Declares the tests of one operation. */
export function kills(name: string, killing: Killing): void {
    test(`${name}, killed at ${isComplete ? "every request" : `${killing.times} places`}: the next one repairs it`, async () => {
        const start = await started(killing);
        const failures: string[] = [];
        try {
            const reference = await Stage.open(killing.to, start);
            const places = await placesOf(reference, killing.operation);
            await reference.close();
            const all = places.flatMap(boundariesAt);
            for (const boundary of chosen(all, killing.times)) {
                try {
                    await survives(killing, start, boundary);
                    if (isComplete) process.stdout.write(`ok ${name}: ${told(boundary)}\n`);
                } catch (error) {
                    const failure = `${name}: ${told(boundary)}: ${String(error)}`;
                    if (isComplete) process.stdout.write(`FAILED ${failure}\n`);
                    failures.push(failure);
                }
            }
        } finally {
            await start?.close();
        }
        expect(failures).toEqual([]);
    });
}
