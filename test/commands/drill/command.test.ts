// How the user's command is run and ended.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findCommand, runCommand } from "../../../src/commands/drill/command";
import { DrillEnded } from "../../../src/commands/drill/report";
import { VirtualClock } from "../../../src/emulator";

const ended = (signal: NodeJS.Signals) => new DrillEnded("interrupted", 130, "interrupted", signal);

const folder = mkdtempSync(path.join(tmpdir(), "command-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function untilWritten(file: string): Promise<void> {
    while (!existsSync(file)) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Runs a script. With a reason, aborts when the script has written the file `ready`, and tells what has become of the command just before
 * the time is over, and then.
 */
async function run(script: string, reason?: DrillEnded) {
    const ready = path.join(folder, "ready");
    const clock = new VirtualClock();
    const controller = new AbortController();
    const result = runCommand([process.execPath, "-e", script], controller.signal, {
        env: { PATH: process.env.PATH, DATABASE_URL: "postgresql://x", READY: ready },
        stdio: ["ignore", "ignore", "ignore"],
        clock,
    });
    if (reason === undefined) return result;
    await untilWritten(ready);
    controller.abort(reason);
    await clock.advance(4_999);
    const early = await Promise.race([result, Promise.resolve("running")]);
    await clock.advance(1);
    return { early, result: await result };
}

test("the exit code is the command's, or 128 and the signal that has ended it", async () => {
    expect(await run("process.exit(process.env.DATABASE_URL ? 5 : 1)")).toEqual({ exitCode: 5 });
    expect(await run("process.kill(process.pid, 'SIGKILL')")).toEqual({ exitCode: 137 });
});

test("a command that goes on after the signal is killed after 5 seconds", async () => {
    const forever =
        "process.on('SIGINT', () => {}); setInterval(() => {}, 1e6); require('node:fs').writeFileSync(process.env.READY, '')";
    expect(await run(forever, ended("SIGINT"))).toEqual({ early: "running", result: { exitCode: 137 } });
});

describe("what a command has started", () => {
    /** Starts a process that goes on, writes its id to a file, and runs `rest`. */
    const starting = (file: string, rest: string) =>
        `const { spawn } = require("node:child_process");
        const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { stdio: "ignore" });
        require("node:fs").writeFileSync(${JSON.stringify(file)}, String(other.pid));
        ${rest}`;
    /** A process that has ended may stay in the table until its parent asks for it. */
    const isRunning = (file: string) => {
        const [, state] = /^State:\s+(\w)/m.exec(statusOf(readFileSync(file, "utf8"))) ?? [];
        return state !== undefined && state !== "Z";
    };
    const statusOf = (pid: string) => {
        try {
            return readFileSync(`/proc/${pid}/status`, "utf8");
        } catch {
            return "";
        }
    };

    test.each<[string, string, boolean]>([
        ["ends with it", "process.exit(3);", false],
        ["ends when it is ended", "setInterval(() => {}, 1e6);", true],
    ])("%s", async (what, rest, isEnded) => {
        const file = path.join(folder, what);
        const clock = new VirtualClock();
        const controller = new AbortController();
        const result = runCommand([process.execPath, "-e", starting(file, rest)], controller.signal, {
            env: process.env,
            stdio: "ignore",
            clock,
        });
        await untilWritten(file);
        if (isEnded) controller.abort(ended("SIGTERM"));
        while (isRunning(file)) await new Promise((resolve) => setImmediate(resolve));
        let isOver = false as boolean;
        void result.then(() => (isOver = true));
        // The parent, which asks for the end of a process, may be none that does.
        while (!isOver) {
            await new Promise((resolve) => setImmediate(resolve));
            await clock.advance(100);
        }
        expect(await result).toEqual({ exitCode: isEnded ? 143 : 3 });
    });
});

test("a command that cannot be started: 127 if there is none, otherwise 126", async () => {
    const start = (file: string) =>
        runCommand([file], new AbortController().signal, {
            env: process.env,
            stdio: "ignore",
            clock: new VirtualClock(),
        });
    expect(await start("no-such-command")).toEqual({
        exitCode: 127,
        notStarted: "The command no-such-command could not be started: ENOENT.",
    });
    expect(await start(tmpdir())).toMatchObject({ exitCode: 126 });
});

test("a command is looked for on the PATH as the system does", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "command-"));
    try {
        writeFileSync(path.join(folder, "plain"), "");
        writeFileSync(path.join(folder, "tool"), "", { mode: 0o755 });
        const found = (file: string, PATH = `/nowhere:${folder}`) => findCommand(file, PATH)?.exitCode;
        expect(["tool", path.join(folder, "tool"), process.execPath].map((file) => found(file))).toEqual(
            Array(3).fill(undefined),
        );
        expect(["no-such", path.join(folder, "no-such"), "./tool"].map((file) => found(file))).toEqual([127, 127, 127]);
        expect(["plain", path.join(folder, "plain"), folder, ""].map((file) => found(file))).toEqual(
            Array(4).fill(126),
        );
        expect(found("tool", "/nowhere")).toBe(127);
        expect(findCommand("plain", folder)?.notStarted).toBe("The command plain could not be started: EACCES.");
    } finally {
        rmSync(folder, { recursive: true });
    }
});
