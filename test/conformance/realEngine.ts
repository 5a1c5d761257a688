import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { DeploymentDocument, Operation } from "../../src/engine";
import { killWhoIsIn, run } from "../e2e/support/cli";
import type { CliEvent } from "./cliEvents";
import type { TraceProject } from "./traceProject";

const stack = "dev";
const pollMs = 20;

/** The Pulumi CLI on a trace project, with the state in the project's own directory. */
export class RealEngine {
    private readonly home: string;
    private readonly backend: string;
    private readonly log: string;

    constructor(private readonly project: TraceProject) {
        this.home = path.join(project.dir, ".home");
        this.backend = path.join(project.dir, ".backend");
        this.log = path.join(project.dir, "events.jsonl");
        mkdirSync(this.backend);
    }

    static async version(): Promise<string> {
        return (await run("pulumi", ["version"], process.cwd(), process.env)).stdout.trim();
    }

    async init(): Promise<void> {
        await this.must("stack", "init", stack);
    }

    /** A value in an array is a secret. */
    async configure(config: Record<string, string | [string]>): Promise<void> {
        for (const [key, value] of Object.entries(config)) {
            const [kind, text] = Array.isArray(value) ? ["--secret", value[0]] : ["--plaintext", value];
            await this.must("config", "set", "--stack", stack, kind, key, "--", text);
        }
    }

    /** @param args in addition to the operation's name */
    async run(operation: Operation, args: readonly string[]): Promise<{ exitCode: number; events: CliEvent[] }> {
        rmSync(this.log, { force: true });
        const all = [...this.command(operation), ...args, "--event-log", this.log];
        const { code } = await run("pulumi", all, this.project.dir, this.env);
        const lines = existsSync(this.log) ? readFileSync(this.log, "utf8").split("\n").filter(Boolean) : [];
        return { exitCode: code, events: lines.map((line) => JSON.parse(line) as CliEvent) };
    }

    /** Runs an operation, and kills it and its children once `hangs` is true. */
    async kill(operation: Operation, args: readonly string[], hangs: () => boolean): Promise<void> {
        const cwd = this.project.dir;
        const child = spawn("pulumi", [...this.command(operation), ...args], {
            cwd,
            env: this.env,
            stdio: "ignore",
        });
        const exit = once(child, "exit");
        while (!hangs() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, pollMs));
        child.kill("SIGKILL");
        await exit;
        killWhoIsIn(cwd);
        // What `pulumi cancel` does with a local backend.
        rmSync(path.join(this.backend, ".pulumi", "locks"), { recursive: true, force: true });
    }

    async export(): Promise<DeploymentDocument> {
        return JSON.parse(await this.must("stack", "export", "--stack", stack, "--show-secrets")) as DeploymentDocument;
    }

    private get env(): NodeJS.ProcessEnv {
        return {
            ...process.env,
            ...this.project.env([]),
            PULUMI_HOME: this.home,
            PULUMI_BACKEND_URL: `file://${this.backend}`,
            PULUMI_CONFIG_PASSPHRASE: "p",
            PULUMI_SKIP_UPDATE_CHECK: "true",
            PULUMI_DEBUG_COMMANDS: "true",
            NO_COLOR: "1",
        };
    }

    private command(operation: Operation): string[] {
        const confirmed = operation === "preview" ? [] : ["--yes", "--skip-preview"];
        return [operation, "--stack", stack, "--non-interactive", ...confirmed];
    }

    /** The output of a command that has to succeed. */
    private async must(...args: string[]): Promise<string> {
        const { code, stdout, printed } = await run(
            "pulumi",
            ["--non-interactive", ...args],
            this.project.dir,
            this.env,
        );
        if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}: ${printed}`);
        return stdout;
    }
}
