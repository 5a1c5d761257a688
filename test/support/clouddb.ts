// The command `clouddb` as a process.
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import packageJson from "../../package.json";
import type { Emulator } from "../../src/emulator";

const command = path.resolve(__dirname, "..", "..", packageJson.bin.clouddb);

export interface Started {
    readonly child: ChildProcess;
    /** Resolves when the command has written this. */
    readonly wrote: (text: string) => Promise<void>;
    readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

export function startClouddb(
    { token, url }: Pick<Emulator, "token" | "url">,
    args: readonly string[],
    { cwd, input }: { readonly cwd?: string; readonly input?: string } = {},
): Started {
    const child = spawn(process.execPath, [command, ...args], {
        cwd,
        env: { PATH: process.env.PATH, CLOUDDB_API_KEY: token, CLOUDDB_BASE_URL: url },
    });
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (out += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (err += chunk));
    // A command that refuses its arguments does not read its input.
    child.stdin.on("error", () => undefined).end(input);
    return {
        child,
        wrote: (text) =>
            new Promise((resolve) => {
                const look = () => (out + err).includes(text) && resolve();
                for (const stream of [child.stdout, child.stderr]) stream.on("data", look);
                look();
            }),
        ended: new Promise((resolve) => void child.once("close", (code) => resolve({ code, out, err }))),
    };
}
