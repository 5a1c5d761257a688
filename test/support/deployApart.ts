import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { DeployOptions, DeploymentDocument } from "../../src/engine";

const script = path.resolve(__dirname, "..", "..", "scripts", "deploy.mjs");

/** Starts an operation of the embedded engine in a process of its own, which can be killed, with its state in a file. */
export function deployApart(
    options: Omit<DeployOptions, "state" | "clock" | "signal"> & { readonly stateFile: string },
    env?: NodeJS.ProcessEnv,
): ChildProcess {
    return spawn(process.execPath, [script, JSON.stringify(options)], {
        env: { ...process.env, ...env },
        stdio: "ignore",
    });
}

export const stateIn = (file: string): DeploymentDocument | undefined =>
    existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as DeploymentDocument) : undefined;
