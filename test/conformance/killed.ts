import { once } from "node:events";
import { watch, writeFileSync } from "node:fs";
import path from "node:path";
import type { DeployOptions, DeploymentDocument } from "../../src/engine";
import { deployApart, stateIn } from "../support/deployApart";
import { emptyStack } from "./cleaned";
import type { Stage } from "./recording";
import { hangs, type TraceProject } from "./traceProject";

/** @returns what is left of an engine's process that gets SIGKILL as soon as the provider hangs as the stage has it */
export async function killed(
    project: TraceProject,
    stage: Pick<Stage, "kill" | "faults">,
    options: Omit<DeployOptions, "state" | "clock" | "signal">,
    before?: DeploymentDocument,
): Promise<DeploymentDocument> {
    const stateFile = path.join(project.dir, "state.json");
    if (before) writeFileSync(stateFile, JSON.stringify(before));
    const engine = deployApart({ ...options, stateFile });
    const exit = once(engine, "exit");
    const watcher = watch(project.dir, () => {
        if (hangs(project.calls, stage)) engine.kill("SIGKILL");
    });
    try {
        await exit;
    } finally {
        watcher.close();
    }
    return stateIn(stateFile) ?? emptyStack;
}
