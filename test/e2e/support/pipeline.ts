// The pipelines of examples/ci: their jobs as scripts, and what runs them with stand-ins for the tools of a runner.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { root, textOf } from "../../docs/support/pages";
import { write } from "../../support/fixtureProject";

export interface Step {
    readonly id?: string;
    readonly if?: string;
    readonly uses?: string;
    readonly run?: string;
    readonly env?: Readonly<Record<string, string>>;
}

export interface Job {
    readonly if: string;
    readonly permissions: Readonly<Record<string, string>>;
    readonly concurrency?: object;
    readonly steps: readonly Step[];
}

export interface Workflow {
    readonly on: {
        readonly workflow_call: Readonly<Record<"inputs" | "secrets", Record<string, { readonly required?: boolean }>>>;
    };
    readonly permissions: object;
    readonly env: Readonly<Record<string, string>>;
    readonly jobs: Readonly<Record<string, Job>>;
}

export interface Caller {
    readonly on: { readonly schedule: readonly { readonly cron: string }[] };
    readonly jobs: Readonly<
        Record<string, Readonly<Record<"permissions" | "with" | "secrets", Record<string, string>>> & { uses: string }>
    >;
}

const file = (...names: string[]) => path.posix.join("examples", "ci", ...names);
export const workflow = parse(textOf(file("github", "infrastructure.yml"))) as Workflow;
export const caller = parse(textOf(file("github", "databases.yml"))) as Caller;
const template = parse(textOf(file("gitlab", "infrastructure.gitlab-ci.yml"))) as Readonly<Record<string, object>>;

type GitLabJob = Readonly<Record<"before_script" | "script", readonly string[]>> & { readonly rules: object };
const { variables, ".infrastructure": shared, ...rest } = template;
export const gitlabJobs = Object.fromEntries(
    Object.entries(rest).map(([name, job]) => [name, { ...shared, ...job } as GitLabJob]),
);

/** What a runner puts in the place of expressions. */
const values: Readonly<Record<string, string>> = {
    "inputs.stack": "dev",
    "inputs.drill-service": "orders",
    "inputs.other-stacks": "",
    "inputs.ignore": "",
    // A repository without the variable.
    "vars.CLOUDDB_PROJECT_ID": "",
    "inputs.refresh && '--refresh' || ''": "",
    "github.server_url": "https://github.example",
    "github.run_id": "42",
    "github.token": "a token",
    "github.repository": "team/shop",
    "github.event.pull_request.number": "7",
    "github.event.pull_request.head.sha": "1234567890abcdef",
};

/** A stand-in notes how it was called, and answers what a test has put into `NAME.answer`. */
const standIn = `#!/usr/bin/env bash
name=$(basename "$0")
words=$*
echo "$name \${words//$'\\n'/ }" >> calls
for word in "$@"; do
    case $word in *@*.md) cp "\${word##*@}" published.md ;; *.md) cp "$word" published.md ;; esac
done
if [ -e "$name.answer" ]; then cat "$name.answer"; fi
case "$name $*" in
    "pulumi stack export "*) cp exported.json "\${@: -1}" ;;
    "pulumi preview "*) exit "$(cat preview.code)" ;;
esac
if [ -e "$name.code" ]; then exit "$(cat "$name.code")"; fi
`;

export interface Ran {
    readonly code: number;
    /** The calls of the stand-ins. */
    readonly calls: readonly string[];
    /** What was published last, by this job. */
    readonly published: string | undefined;
    readonly log: string;
}

/** A pipeline with a project in a folder. */
export abstract class Pipeline {
    abstract readonly jobs: readonly string[];
    protected abstract steps(job: string): Iterable<Step>;
    protected abstract readonly shell: readonly string[];
    protected abstract readonly tool: string;

    constructor(
        readonly folder: string,
        private readonly environment: Readonly<Record<string, string>>,
    ) {
        // Faster than npm's own.
        const npx = path.join("tools", "npx");
        const tools = ["pulumi", "npm", "gh", "curl"].map((name) => path.join("tools", name));
        const cli = `#!/bin/sh\nexec '${process.execPath}' '${path.join(root, "dist", "commands", "cli", "index.js")}' "$@"\n`;
        const bin = path.join("node_modules", ".bin", "clouddb");
        write(folder, {
            [bin]: cli,
            [npx]: '#!/bin/sh\nexec node_modules/.bin/"$@"\n',
            ...Object.fromEntries(tools.map((name) => [name, standIn])),
        });
        for (const name of [bin, npx, ...tools]) chmodSync(path.join(folder, name), 0o755);
        const comment = readFileSync(path.join(root, file("preview-comment.mjs")), "utf8");
        for (const home of [".github", ".gitlab"]) {
            mkdirSync(path.join(folder, home));
            write(path.join(folder, home), { "preview-comment.mjs": comment });
        }
        this.preview("{}", 0);
    }

    preview(json: string, code: number): void {
        write(this.folder, { "pulumi.answer": json, "preview.code": String(code) });
    }

    /** What the platform answers to a request for what is there. */
    platform(answer: string): void {
        write(this.folder, { [`${this.tool}.answer`]: answer });
    }

    /** Each request to the platform fails from now on. */
    platformFails(): void {
        write(this.folder, { [`${this.tool}.code`]: "22" });
    }

    /** `npm ci` and `npm test` fail from now on. On a runner, nothing of an earlier job is left. */
    testsFail(): void {
        write(this.folder, { "npm.code": "1" });
        rmSync(path.join(this.folder, "preview.json"), { force: true });
    }

    async run(job: string, more: Readonly<Record<string, string>> = {}): Promise<Ran> {
        for (const name of ["calls", "published.md"]) rmSync(path.join(this.folder, name), { force: true });
        const ran = new Set<string>();
        let [code, log] = [0, ""];
        for (const step of this.steps(job)) {
            if (step.run === undefined) continue;
            const { if: condition = "" } = step;
            const [, needed] = /steps\.(\w+)\.outcome != 'skipped'/.exec(condition) ?? [];
            if (code !== 0 && !condition.includes("!cancelled()")) continue;
            if (needed !== undefined && !ran.has(needed)) continue;
            if (step.id !== undefined) ran.add(step.id);
            const one = await this.runStep(step, more);
            code ||= one.code;
            log += one.log;
        }
        return { code, log, calls: this.read("calls")?.trim().split("\n") ?? [], published: this.read("published.md") };
    }

    private read(name: string): string | undefined {
        const at = path.join(this.folder, name);
        return existsSync(at) ? readFileSync(at, "utf8") : undefined;
    }

    private async runStep({ run = "", env = {} }: Step, more: Readonly<Record<string, string>>) {
        write(this.folder, { "step.sh": run, "github.output": "" });
        const [command = "", ...args] = this.shell;
        const child = spawn(command, [...args, "step.sh"], {
            cwd: this.folder,
            env: {
                ...process.env,
                ...this.environment,
                ...env,
                ...more,
                PATH: [path.join(this.folder, "tools"), process.env["PATH"]].join(path.delimiter),
                GITHUB_OUTPUT: "github.output",
            },
            stdio: ["ignore", "pipe", "pipe"],
        });
        let log = "";
        for (const stream of [child.stdout, child.stderr])
            stream.setEncoding("utf8").on("data", (text: string) => (log += text));
        const code = await new Promise<number>((resolve) => child.once("close", (status) => resolve(status ?? -1)));
        this.outputs(this.read("github.output") ?? "");
        return { code, log };
    }

    /** The outputs of a step. */
    protected outputs(_text: string): void {
        // Not every platform has them.
    }
}

export class GitHub extends Pipeline {
    readonly jobs = Object.keys(workflow.jobs);
    protected readonly shell = ["bash", "-e"];
    protected readonly tool = "gh";
    private found = "";

    protected *steps(job: string) {
        for (const step of workflow.jobs[job]!.steps)
            yield { ...step, env: this.filledIn({ ...workflow.env, ...step.env }) };
    }

    private filledIn(env: Readonly<Record<string, string>>): Record<string, string> {
        const known: typeof values = { ...values, "steps.compare.outputs.found": this.found };
        const filled = (value: string) =>
            value.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
                if (!(expression in known)) throw new Error(`no test knows ${expression}`);
                return known[expression]!;
            });
        // What the scenario has in its environment is not set again.
        const own = Object.entries(env).filter(([, value]) => !value.includes("secrets."));
        return Object.fromEntries(own.map(([name, value]) => [name, filled(value)]));
    }

    protected override outputs(text: string): void {
        this.found = /^found=(.*)$/m.exec(text)?.[1] ?? "";
    }
}

export class GitLab extends Pipeline {
    readonly jobs = Object.keys(gitlabJobs);
    protected readonly shell = ["bash", "-eo", "pipefail"];
    protected readonly tool = "curl";

    protected steps(job: string) {
        const { before_script, script } = gitlabJobs[job]!;
        const env = {
            ...(variables as Readonly<Record<string, string>>),
            ...{ STACK: "dev", CI_API_V4_URL: "https://gitlab.example/api/v4", CI_PROJECT_ID: "3" },
            ...{
                CI_MERGE_REQUEST_IID: "7",
                CI_COMMIT_SHA: "1234567890abcdef",
                GITLAB_TOKEN: "a token",
                CI_JOB_URL: "https://gitlab.example/jobs/42",
            },
        };
        return [{ run: [...before_script, ...script].join("\n"), env }];
    }
}
