import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { Connections } from "../../../src/provider/config/connections";
import { check } from "../../../src/commands/doctor/check";
import { readDeclarations } from "../../../src/commands/doctor/declarations";
import { writeImport } from "../../../src/commands/doctor/importFile";
import { programText } from "../../../src/commands/doctor/program";
import { settingsFrom } from "../../../src/commands/doctor/projects";
import { readStackExport } from "../../../src/commands/doctor/stackExport";
import { startClouddb } from "../../support/clouddb";
import { write } from "../../support/fixtureProject";
import type { Outcome, Stack } from "./driver";
import type { Stage } from "./scenario";

const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };

export const compiled = (program: string) => ts.transpileModule(program, { compilerOptions }).outputText;

const operations = ["preview", "up", "refresh", "destroy"] as const;
type Operation = (typeof operations)[number];
const flags = ["--yes", "--skip-preview", "--refresh", "--expect-no-changes", "--diff"];

/** Commands that prepare a machine or a repository: the fixture's project has what they make. */
const preparations = [
    /^export CLOUDDB_[A-Z_]+=[\w:/.-]+$/,
    /^(read -rs|export) CLOUDDB_API_KEY$/,
    /^pulumi login --local$/,
    /^export PULUMI_CONFIG_PASSPHRASE=[\w-]+$/,
    /^mkdir [\w-]+$/,
    /^npm (ci|init -y|pkg set main=index\.ts|install( -D)? [@\w/ -]+|install)$/,
    /^npm test$/,
    /^cd [\w./-]+$/,
];

/** The address and the keys that a page stands for: what a reader fills in. */
const placeholder = /^https:\/\/[A-Z-]+\/v1$/;

/** A key of the configuration, which is one of the project unless it says otherwise. */
const qualified = (key: string) => (key.includes(":") ? key : `fixture:${key}`);

/** A page whose commands are run. */
export interface Play {
    /** What exists, or is configured, before the first command. */
    readonly before?: (stage: Stage, shell: Shell) => void;
    /** Whether its program needs a process: it has modules of its own, or ends when what it has asked for is answered. */
    readonly needsProcess?: true;
    /** Whether its commands need the rows of databases. */
    readonly needsDatabases?: true;
    /** What has to be true at the end, and where the page destroys what it has made, before that. */
    readonly holds: (stage: Stage, shell: Shell) => Promise<void> | void;
}

/** Runs the commands of a page as far as pages have any: of the Pulumi CLI, on either engine, and of this package. */
export class Shell {
    /** What each operation did, in order. */
    readonly outcomes: Outcome[] = [];
    /** The findings of each `clouddb doctor`. */
    readonly findings: (readonly { readonly kind: string }[])[] = [];
    /** The last program that `clouddb program` printed. */
    printed = "";
    /** The commands that this engine cannot do. */
    readonly notPlayed: string[] = [];
    /** What `export` has set from an output of a stack. */
    readonly exported: Record<string, string> = {};
    /** What runs a command that only one page has. */
    readonly own = new Map<string, () => Promise<void>>();
    /** Called before an operation. */
    onOperation: (operation: Operation, stack: Stack) => Promise<void> = () => Promise.resolve();
    private readonly profiles: Record<string, Record<string, string>> = {};
    private current: Stack;

    constructor(private readonly stage: Stage) {
        this.current = stage.stack;
    }

    program(source: string): void {
        write(this.stage.folder, { "index.js": compiled(source) });
    }

    async run(script: string): Promise<void> {
        const lines = script.replaceAll("\\\n", " ").split("\n");
        for (const line of lines.map((one) => one.trim()))
            if (line !== "" && !line.startsWith("#"))
                for (const command of line.split(" && ")) await this.command(command);
    }

    private async command(line: string): Promise<void> {
        if (preparations.some((pattern) => pattern.test(line))) return;
        const own = this.own.get(line);
        if (own !== undefined) return own();
        const [, variable, output] = /^export (\w+)=\$\(pulumi stack output (\w+) --show-secrets\)$/.exec(line) ?? [];
        if (variable !== undefined) {
            this.exported[variable] = String((await this.current.outputs())[output!]);
            return;
        }
        const command = line.replace(/^exec node_modules\/\.bin\//, "npx ");
        const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c!);
        const [tool, first, second, ...rest] = words;
        if (tool === "pulumi" && operations.some((one) => one === first))
            return this.operation(first as Operation, words.slice(2), line);
        if (tool === "pulumi" && first === "config" && second === "set") return this.setConfig(rest);
        if (tool === "pulumi" && first === "config" && second === "rm-all")
            return this.current.removeConfig(rest.map(qualified));
        if (tool === "pulumi" && first === "stack" && (second === "init" || second === "select"))
            return void (this.current = await this.stage.another(rest.find((word) => word !== "--create")!));
        if (tool === "pulumi" && first === "stack" && second === "output") {
            expect(await this.current.outputs()).toHaveProperty([rest[0]!]);
            return;
        }
        if (tool === "pulumi" && first === "stack" && second === "rm") {
            // Pulumi refuses it as long as there are resources.
            const { resources } = await this.current.deployment("stored");
            expect((resources ?? []).filter(({ type }) => !type.startsWith("pulumi:"))).toEqual([]);
            return;
        }
        if (line.startsWith("pulumi stack export > ")) {
            const deployment = await this.current.deployment("stored");
            write(this.stage.folder, { [rest[1]!]: JSON.stringify({ version: 3, deployment }) });
            return;
        }
        if (line === "npx clouddb program > index.ts") return this.printProgram();
        if (line === "npx clouddb import") return this.writeImport();
        if (tool === "pulumi" && first === "import") return this.importFrom(words[words.indexOf("--file") + 1]!);
        const isRun = ["drill", "sweep", "verify"].includes(second!) || rest.includes("--api");
        if (tool === "npx" && first === "clouddb" && isRun) return this.clouddb(words.slice(2));
        if (tool === "npx" && first === "clouddb" && second === "doctor") return this.doctorCheck(rest);
        throw new Error(`no test runs this command: ${line}`);
    }

    private async operation(operation: Operation, given: readonly string[], line: string): Promise<void> {
        const policyPack = given[given.indexOf("--policy-pack") + 1 || Infinity];
        if (policyPack !== undefined && this.current.command === undefined) return void this.notPlayed.push(line);
        const options = given.filter((word) => word !== "--policy-pack" && word !== policyPack);
        const unknown = options.filter((option) => !flags.includes(option));
        if (unknown.length > 0) throw new Error(`no test knows ${unknown.join(" ")} of pulumi ${operation}`);
        await this.onOperation(operation, this.current);
        const outcome = await this.current.run(operation, { refresh: options.includes("--refresh"), policyPack });
        this.outcomes.push(outcome);
        if (outcome.exitCode !== 0)
            throw new Error(`pulumi ${operation} failed:\n${outcome.diagnostics.map((one) => one.message).join("\n")}`);
        const changed = Object.keys(outcome.changes).some((op) => op !== "same" && op !== "refresh");
        if (options.includes("--expect-no-changes") && changed)
            throw new Error(`pulumi ${operation} changes: ${outcome.steps.join(", ")}`);
    }

    private async setConfig(words: readonly string[]): Promise<void> {
        const secret = words.includes("--secret");
        const [key, given] = words.filter((word) => !word.startsWith("--"));
        const value = this.typed(key!, given);
        const [, profile, part] = /^clouddb:profiles\.(\w+)\.(\w+)$/.exec(key!) ?? [];
        if (profile !== undefined) {
            (this.profiles[profile] ??= {})[part!] = value;
            return this.current.setConfig("clouddb:profiles", JSON.stringify(this.profiles), true);
        }
        await this.current.setConfig(qualified(key!), value, secret);
    }

    /** What a reader would type: the value on the page, or what it stands for. */
    private typed(key: string, given: string | undefined): string {
        const { emulator } = this.stage;
        if (given === "2030-01-31T12:04:00Z" || given?.startsWith("$(date -u "))
            return new Date(emulator.now()).toISOString();
        if (given === "svc0000001" && !emulator.world.services.has(given))
            return [...emulator.world.services.keys()][0]!;
        if (given !== undefined && !placeholder.test(given)) return given;
        if (key.endsWith("baseUrl")) return emulator.url;
        if (key === "clouddb:apiKey") return emulator.token;
        if (key.endsWith("Password")) return `what a reader chooses for ${key}`;
        if (/^clouddb:profiles\.\w+\.apiKey$/.test(key)) return emulator.tokens[1]!.token;
        throw new Error(`what would a reader type for ${key}?`);
    }

    private connections(): Connections {
        const { url, token } = this.stage.emulator;
        return new Connections(settingsFrom({ CLOUDDB_BASE_URL: url, CLOUDDB_API_KEY: token }, undefined));
    }

    private async writeImport(): Promise<void> {
        const project = await this.connections().project(undefined, undefined);
        await writeImport(project, { out: path.join(this.stage.folder, "import.json") });
    }

    private async importFrom(file: string): Promise<void> {
        const outcome = await this.current.import(file);
        this.outcomes.push(outcome);
        expect(outcome).toMatchObject({ exitCode: 0, diagnostics: [] });
    }

    /** Runs a command that has its own exit codes as a process. */
    private async clouddb(words: readonly string[]): Promise<void> {
        const { emulator, folder } = this.stage;
        const at = words.indexOf(">");
        const args = (at === -1 ? words : words.slice(0, at)).map((word) => this.typed(word, word));
        const { code, out, err } = await startClouddb(emulator, args, { cwd: folder }).ended;
        if (code !== 0) throw new Error(`clouddb ${args.join(" ")}: ${code}\n${out}${err}`);
        if (at !== -1) write(folder, { [words[at + 1]!]: out });
    }

    private async printProgram(): Promise<void> {
        const project = await this.connections().project(undefined, undefined);
        this.printed = programText(await readDeclarations(project));
        this.program(this.printed);
    }

    private async doctorCheck(words: readonly string[]): Promise<void> {
        const files = words.filter((word) => word !== "--stack-export");
        const states = files.map((file) =>
            readStackExport(readFileSync(path.join(this.stage.folder, file), "utf8"), file),
        );
        const { findings } = await check(this.connections(), states);
        this.findings.push(findings);
    }
}
