// The `pulumi` of the PATH, with a backend of files.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import type { Op } from "../../../src/engine/plan/step";
import type { Diagnostic } from "../../../src/engine/run/events";
import { type DeploymentDocument, parseDeployment } from "../../../src/engine/stateDocument";
import { type CliEvent, eventsIn, messagesIn, pulumiIn, pulumiOnPath, type StepEvent } from "../../e2e/support/cli";
import { Census } from "../../kills/support/census";
import { without } from "../model/objects";
import type { Engine, Outcome, Place, Stack, StepDone, Task } from "./operate";
import { declare, shopProject } from "./shopProject";
import type { Time } from "./time";

const nothing: DeploymentDocument = {
    version: 3,
    deployment: { manifest: { time: "0001-01-01T00:00:00Z", magic: "", version: "" } },
};

/** The state as it is imported, with marks for what is tainted. */
function imported({ state, tainted }: Stack): string {
    const { version, deployment } = state ?? nothing;
    const resources = (deployment.resources ?? []).map((each) => ({
        ...each,
        ...(each.delete === true ? {} : { taint: tainted.has(each.urn) }),
    }));
    return JSON.stringify({ version, deployment: { ...deployment, resources } });
}

const each = (flag: string, values: Iterable<string> = []) => [...values].flatMap((value) => [flag, value]);

function selection({ targets, exclude }: Task): string[] {
    if (exclude === "protected") return ["--exclude-protected"];
    return exclude === undefined ? each("--target", targets) : each("--exclude", exclude);
}

function argumentsOf(task: Task): string[] {
    const { operation, refresh, replace, continueOnError, runProgram, parallel } = task;
    return [
        operation,
        ...(operation === "preview" ? [] : ["--yes", "--skip-preview"]),
        ...(refresh ? ["--refresh"] : []),
        ...(runProgram ? ["--run-program"] : []),
        ...selection(task),
        ...each("--replace", replace),
        ...(continueOnError && operation !== "preview" ? ["--continue-on-error"] : []),
        "--parallel",
        String(parallel),
    ];
}

const resultOf = ({ metadata: { old, new: next } }: StepEvent): StepDone["result"] => {
    if (next === null) return "delete";
    return isDeepStrictEqual(old?.outputs, next.outputs) ? "same" : "update";
};

function stepsOf(events: readonly CliEvent[]): StepDone[] {
    const steps: { -readonly [Key in keyof StepDone]: StepDone[Key] }[] = [];
    for (const { resourcePreEvent: begun, resOutputsEvent: done, resOpFailedEvent: failed } of events) {
        if (begun !== undefined) {
            const { op, urn, type, old, new: next } = begun.metadata;
            if (type.startsWith("pulumi:") || (old ?? next)?.custom !== true) continue;
            steps.push({ op: op as Op, urn, oldId: old?.id, result: undefined, outcome: undefined });
        }
        const ended = done ?? failed;
        if (ended === undefined) continue;
        const { op, urn } = ended.metadata;
        const open = steps.filter((step) => step.urn === urn && step.outcome === undefined);
        // A refresh ends under the name of what it has found.
        const step = open.find((each) => each.op === op) ?? open.find((each) => each.op === "refresh");
        if (step === undefined) continue;
        step.outcome = done === undefined ? "failed" : "done";
        if (step.op === "refresh" && done !== undefined) step.result = resultOf(done);
    }
    return steps;
}

/** Errors of the command, of which the event log has none. */
const onlyPrinted = (printed: string): Diagnostic[] =>
    [...printed.matchAll(/^error: (.*)/gm)].map(([, message = ""]) => ({ severity: "error", message }));

/** One backend, with the project of its own that its stacks are of. */
class Backend {
    private readonly folder = shopProject();
    private readonly file = path.join(this.folder, "state.json");
    private readonly log = path.join(this.folder, "events.jsonl");
    /** The states of its stacks. */
    private readonly held = new Map<string, string>();

    constructor(
        private readonly time: Time,
        private readonly census: Census,
    ) {}

    private get pulumi() {
        const { NODE_OPTIONS = "", ...fast } = this.time.environment();
        return pulumiIn(this.folder, {
            ...fast,
            CI: "",
            ...this.census.environment(NODE_OPTIONS),
            PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
        });
    }

    async operate(stack: Stack, { config, life }: Place, task: Task): Promise<Outcome> {
        await this.bring(stack, config);
        declare(this.folder, task);
        rmSync(this.log, { force: true });
        const run = this.pulumi.start(...argumentsOf(task), "--stack", stack.name, "--event-log", this.log);
        const killed = life?.over.then(async () => {
            run.signal("SIGKILL");
            await this.census.kill(this.census.members());
            this.pulumi.close();
        });
        const { code, printed } = await run.ended;
        if (life?.isOver === true) {
            await killed;
            await this.pulumi.must("cancel", "--yes", "--stack", stack.name);
        }
        const events = eventsIn(this.log);
        if (events.length === 0 && life?.isOver !== true)
            throw new Error(`pulumi ${task.operation} ended with ${code}: ${printed}`);
        return {
            ok: code === 0 && life?.isOver !== true,
            killed: life?.isOver === true,
            steps: stepsOf(events),
            diagnostics: [...messagesIn(events), ...onlyPrinted(printed)],
            rows: messagesIn(events, true),
            state: task.operation === "preview" ? (stack.state ?? nothing) : await this.export(stack.name),
        };
    }

    close(): void {
        this.pulumi.close();
        rmSync(this.folder, { recursive: true, force: true });
    }

    /** The stack as the history has it, where the backend has another. */
    private async bring(stack: Stack, config: Place["config"]): Promise<void> {
        const { name } = stack;
        const file = path.join(this.folder, `Pulumi.${name}.yaml`);
        if (!this.held.has(name)) {
            await this.pulumi.must("stack", "init", name);
            this.held.set(name, imported({ ...stack, state: undefined }));
        }
        const { encryptionsalt } = parse(readFileSync(file, "utf8")) as { encryptionsalt: string };
        // JSON is YAML.
        writeFileSync(file, JSON.stringify({ encryptionsalt, config }));
        const state = imported(stack);
        if (this.held.get(name) === state) return;
        writeFileSync(this.file, state);
        await this.pulumi.must("stack", "import", "--stack", name, "--file", this.file);
        this.held.set(name, state);
    }

    private async export(name: string): Promise<DeploymentDocument> {
        await this.pulumi.must("stack", "export", "--stack", name, "--show-secrets", "--file", this.file);
        // Version 4 is the same, and says so where a resource is tainted.
        const marked = parseDeployment({ ...(JSON.parse(readFileSync(this.file, "utf8")) as object), version: 3 });
        const resources = marked.deployment.resources ?? [];
        const tainted = resources.filter((one) => one["taint"] === true).map(({ urn }) => urn);
        // The history itself knows what is tainted.
        const plain = resources.map((one) => without(one, "taint") as typeof one);
        const state = { ...marked, deployment: { ...marked.deployment, resources: plain } };
        this.held.set(name, imported({ name, state, tainted: new Set(tainted) }));
        return state;
    }
}

export async function cli(time: Time): Promise<Engine> {
    if (pulumiOnPath === undefined) throw new Error("there is no pulumi on the PATH");
    const census = await Census.take();
    const backends = [new Backend(time, census), new Backend(time, census)] as const;
    return {
        longestMs: 1_800_000,
        operate: (stack, place, task) => backends[place.backend].operate(stack, place, task),
        async stop() {
            for (const backend of backends) backend.close();
            await census.close();
        },
    };
}
