import { cpSync, existsSync, rmSync } from "node:fs";
import path from "node:path";
import { deploy, type DeploymentDocument } from "../../../src/engine";
import { cleanDiagnostics, emptyStack } from "../cleaned";
import { killed } from "../killed";
import { RealEngine } from "../realEngine";
import { type Call, optionsOf, type Recorded, type Stage } from "../recording";
import { hangs, TraceProject } from "../traceProject";

/** What an engine has done in a stage. After a kill only its traces are known. */
export interface Outcome {
    told?: { exitCode: number; changes: Recorded["changes"]; errors: string[] };
    calls: Call[];
    document: DeploymentDocument;
}

type Order = Omit<Stage, "expected">;

/** What the CLI finds before it starts its engine is not among its events. */
const isTold = (message: string) => !message.startsWith("no resource named ");

const errorsOf = (diagnostics: Recorded["diagnostics"]) =>
    diagnostics
        .filter(({ severity, message }) => severity === "error" && isTold(message))
        .map(({ urn, message }) => `${urn ?? ""}: ${message}`);

export class EmbeddedSide {
    readonly project = new TraceProject();
    private document = emptyStack;
    private config: Record<string, string> = {};

    async play(stage: Order): Promise<Outcome> {
        const { project } = this;
        project.stage(stage);
        this.config = { ...this.config, ...(stage.config as Record<string, string> | undefined) };
        const options = {
            ...optionsOf(stage),
            operation: stage.op,
            dir: project.dir,
            config: this.config,
            env: project.env([]),
            parallel: 1,
        };
        if (stage.kill !== undefined) {
            this.document = await killed(project, stage, options, this.document);
            return { calls: project.calls, document: this.document };
        }
        const state = this.document;
        const result = await deploy({ ...options, state });
        this.document = result.state ?? state;
        const diagnostics = cleanDiagnostics(result.diagnostics, project.dir);
        const told = { exitCode: result.exitCode, changes: result.changes, errors: errorsOf(diagnostics) };
        return { told, calls: project.calls, document: this.document };
    }
}

/** A stack that can be put back to where it was before the last stage. */
export class RealSide {
    readonly project = new TraceProject();
    private readonly engine = new RealEngine(this.project);

    /** Creates the stack, or copies one that another side has created. */
    async begin(template: string): Promise<void> {
        if (existsSync(template)) {
            copy(template, this.project.dir);
            return;
        }
        await this.engine.init();
        copy(this.project.dir, template);
    }

    async play(stage: Order): Promise<Outcome> {
        const { project, engine } = this;
        const { op, args = [], kill } = stage;
        copy(project.dir, path.join(project.dir, ".before"));
        project.stage(stage);
        await engine.configure(stage.config ?? {});
        const all = [...args, "--parallel", "1"];
        if (kill !== undefined) {
            await engine.kill(op, all, () => hangs(project.calls, stage));
            return { calls: project.calls, document: await engine.export() };
        }
        const { exitCode, changes, diagnostics } = await engine.run(op, all);
        const told = { exitCode, changes: changes ?? {}, errors: errorsOf(diagnostics) };
        return { told, calls: project.calls, document: await engine.export() };
    }

    /** Back to before the last stage. */
    rewind(): void {
        copy(path.join(this.project.dir, ".before"), this.project.dir);
    }
}

/** Copies the stack: its state and its configuration. */
function copy(from: string, to: string): void {
    for (const name of [".backend", "Pulumi.dev.yaml"]) {
        rmSync(path.join(to, name), { recursive: true, force: true });
        cpSync(path.join(from, name), path.join(to, name), { recursive: true });
    }
}
