import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import type { DeploymentDocument, Operation } from "../../src/engine";
import { type CliEvent, eventsIn, pulumiIn } from "../e2e/support/cli";
import type { TraceProject } from "./traceProject";

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

    constructor(project: TraceProject) {
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

    /** @param args in addition to the operation's name */
    async run(operation: Operation, args: readonly string[]): Promise<{ exitCode: number; events: CliEvent[] }> {
        rmSync(this.log, { force: true });
        const { code } = await this.cli.start(...command(operation), ...args, "--event-log", this.log).ended;
        return { exitCode: code, events: eventsIn(this.log) };
    }

    /** Runs an operation, and kills it and its children once `hangs` is true. */
    kill(operation: Operation, args: readonly string[], hangs: () => boolean): Promise<void> {
        return this.cli.killed([...command(operation), ...args], hangs);
    }

    async export(): Promise<DeploymentDocument> {
        return JSON.parse(await this.cli.must("stack", "export", ...stack, "--show-secrets")) as DeploymentDocument;
    }
}
