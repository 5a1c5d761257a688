import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import type { DeploymentDocument, Operation } from "../../src/engine";
import { type CliEvent, eventsIn, messagesIn, pulumiIn, type StepEvent } from "../e2e/support/cli";
import { cleanDiagnostics, shortUrn } from "./cleaned";
import type { Recorded, RecordedStep } from "./recording";
import type { TraceProject } from "./traceProject";

const keyOf = ({ metadata }: StepEvent) => `${metadata.op} ${metadata.urn}`;

function stepsOf(events: CliEvent[], preview: boolean): RecordedStep[] {
    const outcomes = new Map<string, string>();
    for (const { resOutputsEvent, resOpFailedEvent } of events) {
        if (resOutputsEvent) outcomes.set(keyOf(resOutputsEvent), "done");
        if (resOpFailedEvent) outcomes.set(keyOf(resOpFailedEvent), "failed");
    }
    return events
        .flatMap(({ resourcePreEvent }) => resourcePreEvent ?? [])
        .map((event) => ({
            op: event.metadata.op,
            urn: shortUrn(event.metadata.urn),
            outcome: outcomes.get(keyOf(event)) ?? (preview ? undefined : "none"),
            ...(event.metadata.keys?.length && { keys: event.metadata.keys }),
        }));
}

const stack = ["--stack", "dev"];

const command = (operation: Operation): string[] => [
    operation,
    ...stack,
    ...(operation === "preview" ? [] : ["--yes", "--skip-preview"]),
];

/** The Pulumi CLI on a trace project, with the state in the project's own directory. */
export class RealEngine {
    private readonly cli: ReturnType<typeof pulumiIn>;
    private readonly log: string;

    constructor(private readonly project: TraceProject) {
        this.cli = pulumiIn(project.dir, project.env([]));
        this.log = path.join(project.dir, "events.jsonl");
    }

    static version(): string {
        return execFileSync("pulumi", ["version"], { encoding: "utf8" }).trim();
    }

    async init(): Promise<void> {
        await this.cli.must("stack", "init", "dev");
    }

    /** A value in an array is a secret. */
    async configure(config: Record<string, string | [string]>): Promise<void> {
        for (const [key, value] of Object.entries(config)) {
            const [kind, text] = Array.isArray(value) ? ["--secret", value[0]] : ["--plaintext", value];
            await this.cli.must("config", "set", ...stack, kind, key, "--", text);
        }
    }

    /** @param args in addition to the operation's name. @returns what the CLI has told, in the form of the recordings */
    async run(
        operation: Operation,
        args: readonly string[],
    ): Promise<Pick<Recorded, "exitCode" | "changes" | "steps" | "diagnostics">> {
        rmSync(this.log, { force: true });
        const { code } = await this.cli.start(...command(operation), ...args, "--event-log", this.log).ended;
        const events = eventsIn(this.log);
        return {
            exitCode: code,
            changes: events.find(({ summaryEvent }) => summaryEvent)?.summaryEvent?.resourceChanges ?? null,
            steps: stepsOf(events, operation === "preview"),
            diagnostics: cleanDiagnostics(messagesIn(events), this.project.dir),
        };
    }

    /** Runs an operation, and kills it and its children once `hangs` is true. */
    kill(operation: Operation, args: readonly string[], hangs: () => boolean): Promise<void> {
        return this.cli.killed([...command(operation), ...args], hangs);
    }

    async export(): Promise<DeploymentDocument> {
        return JSON.parse(await this.cli.must("stack", "export", ...stack, "--show-secrets")) as DeploymentDocument;
    }
}
