// What a resource's row shows while an operation goes on: a line for each phase, and one a minute.
import type { Clock } from "../../../src/shared/clock";
import { duration } from "../../../src/shared/duration";
import { OperationProgress, retryPhrases } from "../../../src/provider/lifecycle/task";
import { Stack } from "../../support/inProcess";

describe("a task", () => {
    let lines: string[];
    let clock: Clock;
    let now: number;
    let task: OperationProgress;
    beforeEach(() => {
        lines = [];
        now = 0;
        clock = { now: () => now, sleep: () => Promise.resolve() };
        const ignore = () => undefined;
        task = new OperationProgress("create", clock, 2_700_000, {
            status: (text) => void lines.push(text),
            note: ignore,
            warn: ignore,
            step: ignore,
            debug: ignore,
        });
    });

    test("shows a phase, after three seconds how long it may take, and each minute how long it has taken", () => {
        for (; now < 125_000; now += 1000) task.report("creating", "CONFIGURING");
        expect(lines).toEqual([
            "CONFIGURING",
            "CONFIGURING, at most 45 m",
            "CONFIGURING, 1 m of at most 45 m",
            "CONFIGURING, 2 m of at most 45 m",
        ]);
    });

    test("does not repeat the operation's own word where a status is the same", () => {
        for (; now < 65_000; now += 1000) task.report("creating", "creating");
        expect(lines).toEqual(["at most 45 m", "1 m of at most 45 m"]);
    });

    test("shows what is waited for", () => {
        task.report("creating", undefined);
        task.report("creating", undefined, "another change");
        task.report("enabling the pooler", "READY", "poolerEndpoint");
        expect(lines).toEqual([
            "waiting for another change",
            "enabling the pooler: READY (waiting for poolerEndpoint)",
        ]);
    });

    test("shows a wait with a limit of its own", () => {
        for (; now < 125_000; now += 1000) task.reportWait("looking again", 60_000);
        expect(lines).toEqual(lines.map(() => "looking again, at most 1 m"));
        expect(lines).toHaveLength(3);
    });

    test("shows phases that alternate once in a minute", () => {
        for (now = 3_000; now < 50_000; now += 5000) {
            task.report("enabling the pooler", undefined);
            task.reportRetry("enabling the pooler", `refused: 409 (request id req-${now})`, "waiting");
        }
        expect(lines).toEqual([
            "enabling the pooler, at most 45 m",
            "waiting: refused: 409 (request id req-3000), at most 45 m",
            "waiting, at most 45 m",
        ]);
    });

    test("shows a refusal in full once", () => {
        for (; now < 30_000; now += 5000) task.reportRetry("creating", "no backup", retryPhrases.backup);
        expect(lines).toEqual(["waiting for a backup: no backup", "waiting for a backup, at most 45 m"]);
    });

    test("replaces the last phase when it is done; shows nothing if there was none", async () => {
        await task.reportDone();
        expect(lines).toEqual([]);
        task.report("creating", "QUEUED");
        now = 148_000;
        await task.reportDone();
        expect(lines).toEqual(["QUEUED", "done in 2 m 28 s"]);
    });
});

test("a service that is created in two minutes and a half, with all its steps, takes less than twelve lines", async () => {
    const stack = await Stack.start({ timeScale: 1 });
    try {
        const before = stack.clock.now();
        await stack.up("Service", "orders", {
            cpuMillis: 2000,
            memoryGbs: 8,
            environment: "PROD",
            replicaCount: 1,
            connectionPooler: true,
        });
        expect(stack.clock.now() - before).toBeGreaterThan(100_000);
        expect(stack.lines.length).toBeLessThan(12);
        expect(stack.lines.at(-1)).toMatch(/^done in \d+ m/);
        for (const line of stack.lines) expect(line).not.toMatch(/creating|\d+ s\b.*\d+ s\b/);
    } finally {
        await stack.stop();
    }
});

test.each([
    [0, "0 s"],
    [499, "0 s"],
    [35_000, "35 s"],
    [72_000, "1 m 12 s"],
    [45 * 60_000, "45 m"],
    [90 * 60_000, "1 h 30 m"],
    [3_600_000, "1 h"],
    [3_601_000, "1 h 1 s"],
])("%d ms are %s", (ms, text) => {
    expect(duration(ms)).toBe(text);
});
