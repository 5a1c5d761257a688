import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fixtureProject } from "../support/fixtureProject";
import type { Call, Faults, Stage } from "./recording";

const support = path.join(__dirname, "support");

/** A Pulumi project over the trace provider, in a directory of its own. */
export class TraceProject {
    readonly dir = fixtureProject({}, "conf");
    private readonly traceFile = path.join(this.dir, "trace.jsonl");

    constructor() {
        const provider = path.join(this.dir, "node_modules", "trace-provider", "index.js");
        cpSync(path.join(support, "traceProvider.js"), provider, { recursive: true });
        cpSync(path.join(support, "thing.js"), path.join(this.dir, "thing.js"));
    }

    set program(text: string) {
        this.write("index.js", `const { pulumi, Thing, Undiffed, Group, complete } = require("./thing");\n${text}\n`);
    }

    /** What the next refreshes find. */
    set drift(found: Record<string, unknown>) {
        this.write("drift.json", JSON.stringify(found));
    }

    /** What calls do until it is set again. */
    set faults(faults: Faults) {
        this.write("faults.json", JSON.stringify(faults));
    }

    /** Prepares for a stage of a scenario. Program and drift stay until another stage has its own. */
    stage({ program, drift, faults = {} }: Pick<Stage, "program" | "drift" | "faults">): void {
        if (program !== undefined) this.program = program;
        if (drift) this.drift = drift;
        this.faults = faults;
        this.forgetCalls();
    }

    /** @param first the names of the resources, by the name of the one whose failing create or update waits for theirs */
    env(order: string[], first: Record<string, string[]> = {}): Record<string, string> {
        return {
            TRACE_FILE: this.traceFile,
            TRACE_DRIFT: path.join(this.dir, "drift.json"),
            TRACE_FAULTS: path.join(this.dir, "faults.json"),
            TRACE_ORDER: JSON.stringify(order),
            TRACE_FIRST: JSON.stringify(first),
        };
    }

    get calls(): Call[] {
        if (!existsSync(this.traceFile)) return [];
        const lines = readFileSync(this.traceFile, "utf8").split("\n").filter(Boolean);
        return lines.map((line) => JSON.parse(line) as Call);
    }

    forgetCalls(): void {
        rmSync(this.traceFile, { force: true });
    }

    write(name: string, text: string): void {
        writeFileSync(path.join(this.dir, name), text);
    }

    remove(): void {
        rmSync(this.dir, { recursive: true, force: true });
    }
}

/** Whether the provider hangs in the call that a stage is killed in. */
export const hangs = (calls: Call[], { kill, faults = {} }: Pick<Stage, "kill" | "faults">) =>
    calls.some(({ call, inputs, news, props }) => {
        const { hang, name } = inputs ?? news ?? props ?? {};
        return call === kill && (hang === true || faults[String(name)]?.[call] === "hang");
    });
