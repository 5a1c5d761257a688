import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs/promises";
import path from "node:path";
import { type DeploymentDocument, exportStack, type Operation } from "../../src/engine";
import type { TraceProject } from "./traceProject";

const built = path.join(__dirname, "..", "..", "dist", "testing.js");
const passphrase = "p";

/** An engine in a process of its own, with SIGKILL as soon as the provider hangs in `call`. @returns what it has left. */
export async function killed(
    project: TraceProject,
    operation: Operation,
    call: string,
    env: Record<string, string>,
): Promise<DeploymentDocument> {
    const stateFile = path.join(project.dir, "state.json");
    const options = { operation, dir: project.dir, stateFile, passphrase, env };
    const script = `require(${JSON.stringify(built)}).deploy(${JSON.stringify(options)})`;
    const engine = spawn(process.execPath, ["-e", script], { stdio: "ignore" });
    const exit = once(engine, "exit");
    const hangs = () => project.calls.some((each) => each.call === call && each.inputs?.hang);
    for await (const { eventType } of watch(project.dir)) if (eventType === "change" && hangs()) break;
    engine.kill("SIGKILL");
    await exit;
    return exportStack(stateFile, passphrase);
}
