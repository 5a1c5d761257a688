import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pulumiOnPath } from "../e2e/support/cli";
import { cleanState, pendingIn } from "./cleaned";
import { RealEngine } from "./realEngine";
import type { Recorded, Stage } from "./recording";
import { hangs, TraceProject } from "./traceProject";

const sdkVersion = () =>
    (JSON.parse(readFileSync(require.resolve("@pulumi/pulumi/package.json"), "utf8")) as { version: string }).version;

async function stateAfter(engine: RealEngine): Promise<Pick<Recorded, "state" | "pendingOperations">> {
    const document = await engine.export();
    const pending = pendingIn(document);
    return { state: cleanState(document), ...(pending.length && { pendingOperations: pending }) };
}

async function recordStage(stage: Stage, project: TraceProject, engine: RealEngine): Promise<Stage> {
    const { op, args = [], kill } = stage;
    project.stage(stage);
    await engine.configure(stage.config ?? {});
    if (kill) {
        await engine.kill(op, args, () => hangs(project.calls, stage));
        return { ...stage, expected: { calls: project.calls, ...(await stateAfter(engine)) } as Recorded };
    }
    const told = await engine.run(op, [...args, "--parallel", "8"]);
    return { ...stage, expected: { ...told, calls: project.calls, ...(await stateAfter(engine)) } };
}

async function recordScenario(file: string): Promise<string> {
    const { steps } = JSON.parse(readFileSync(file, "utf8")) as { steps: Stage[] };
    const project = new TraceProject();
    try {
        const engine = new RealEngine(project);
        await engine.init();
        const recorded: Stage[] = [];
        for (const stage of steps) recorded.push(await recordStage(stage, project, engine));
        const versions = { engine: RealEngine.version(), sdk: sdkVersion(), node: process.version };
        writeFileSync(file, `${JSON.stringify({ steps: recorded, recorded: versions }, null, 1)}\n`);
        return recorded.map(({ op, kill, expected }) => `${op} ${kill ? "killed" : expected.exitCode}`).join(", ");
    } finally {
        project.remove();
    }
}

/** Records the named scenarios of that folder again. @returns the exit code. */
export async function record(folder: string, names: string[]): Promise<number> {
    if (!pulumiOnPath || names.length === 0) {
        console.error(pulumiOnPath ? "Which scenarios? Name them." : "There is no pulumi on the PATH.");
        return 1;
    }
    for (const name of names) console.log(name, await recordScenario(path.join(folder, `${name}.json`)));
    return 0;
}
