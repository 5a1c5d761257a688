import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, watch, writeFileSync } from "node:fs";
import path from "node:path";
import { type DeployOptions, type DeploymentDocument, exportStack } from "../../src/engine";
import { emptyStack } from "./cleaned";
import type { Stage } from "./recording";
import { hangs, type TraceProject } from "./traceProject";

const built = path.join(__dirname, "..", "..", "dist", "testing.js");

/** @returns what is left of an engine's process that gets SIGKILL as soon as the provider hangs as the stage has it */
export async function killed(
    project: TraceProject,
    stage: Pick<Stage, "kill" | "faults">,
    options: Omit<DeployOptions, "state">,
    before?: DeploymentDocument,
): Promise<DeploymentDocument> {
    const { stateFile = path.join(project.dir, "state.json"), passphrase = "p" } = options;
    if (before) writeFileSync(stateFile, JSON.stringify(before));
    const all = JSON.stringify({ ...options, stateFile, passphrase });
    const engine = spawn(process.execPath, ["-e", `require(${JSON.stringify(built)}).deploy(${all})`], {
        stdio: "ignore",
    });
    const exit = once(engine, "exit");
    const watcher = watch(project.dir, () => {
        if (hangs(project.calls, stage)) engine.kill("SIGKILL");
    });
    try {
        await exit;
    } finally {
        watcher.close();
    }
    return existsSync(stateFile) ? exportStack(stateFile, passphrase) : emptyStack;
}
