// A scenario: what there is before, and the operations of one user after it.
import { drill } from "../../src/commands/drill/drill";
import { drillText } from "../../src/commands/drill/report";
import { importDocument, type ImportDocument } from "../../src/commands/doctor/importFile";
import { readDeclarations } from "../../src/commands/doctor/declarations";
import { asError } from "../../src/provider/lifecycle";
import { sweepExitCode, sweepText } from "../../src/commands/sweep/report";
import { sweep } from "../../src/commands/sweep/sweep";
import type { Clock } from "../../src/shared/clock";
import type { Life, Outcome } from "../histories/engine/operate";
import type { Operation } from "../histories/model/history";
import { errorsOf, wordsOf } from "../histories/oracle/scene";
import { imported } from "./imported";
import type { Stage } from "./stage";

/** How a phase has ended. */
export interface Done {
    readonly ok: boolean;
    readonly killed: boolean;
    /** Everything that the user has been told. */
    readonly words: string;
    readonly errors: string;
    /** Of an operation of the engine. */
    readonly outcome?: Outcome;
}

export interface Phase {
    readonly name: string;
    /** Of the engine; `undefined`: a command of the package. */
    readonly asked?: Operation;
    /** The name of what `--replace` names. */
    readonly replace?: string | undefined;
    run(stage: Stage, life: Life | undefined): Promise<Done>;
}

export interface Scenario {
    readonly name: string;
    /** Makes what there is before the first operation, with the stage's program for it. */
    prepare(stage: Stage): Promise<void>;
    /** In order, until one fails. */
    readonly phases: readonly Phase[];
    /** The two operations after it. Default: `up` twice, or a refresh and an `up`. */
    readonly recovery?: readonly Phase[];
    /** What ends well only by an error, even where nothing goes wrong. */
    readonly isRefused?: boolean;
    /** Whatever happens, no deletion is asked for. */
    readonly deletesNothing?: boolean;
    /** How many resources the engine handles at once. Default: 1. */
    readonly parallel?: number;
}

const engine = (asked: Operation, how: { readonly replace?: string } = {}): Phase => ({
    name: `${asked.do}${asked.refresh === true ? " --refresh" : ""}`,
    asked,
    replace: how.replace,
    async run(stage, life) {
        const replaced = stage.held.filter(({ name }) => name === how.replace).map(({ urn }) => urn);
        const { refresh = false } = asked;
        const outcome = await stage.operate(asked.do, { refresh, replace: new Set(replaced), life });
        const { ok, killed } = outcome;
        return { ok, killed, words: wordsOf(outcome), errors: errorsOf(outcome), outcome };
    },
});

/** As the CLI does it: first the preview, and if that is well, the operation. */
export const up = (how: { readonly replace?: string } = {}): Phase[] => [
    engine({ do: "preview" }, how),
    engine({ do: "up" }, how),
];
export const upRefresh: Phase[] = [engine({ do: "preview", refresh: true }), engine({ do: "up", refresh: true })];
export const refresh: Phase[] = [engine({ do: "refresh" })];
export const destroy: Phase[] = [engine({ do: "destroy" })];

/** What a killed process has begun never ends. */
async function command(
    name: string,
    stage: Stage,
    life: Life | undefined,
    work: (clock: Clock) => Promise<{ readonly ok: boolean; readonly words: string }>,
): Promise<Done> {
    const failed = (error: unknown) => ({ ok: false, words: `${name}: ${asError(error).message}` });
    const ended = work(stage.clockOf(life)).catch(failed);
    const done = await (life ? Promise.race([ended, life.over]) : ended);
    if (done === undefined) return { ok: false, killed: true, words: "", errors: "" };
    return { ...done, killed: false, errors: done.ok ? "" : done.words };
}

export const sweepPhase: Phase = {
    name: "sweep",
    run: (stage, life) =>
        command("sweep", stage, life, async (clock) => {
            const lines: string[] = [];
            const project = await stage.project(clock);
            const report = await sweep(project, {
                yes: true,
                states: [],
                keep: [],
                report: (text) => lines.push(text),
            });
            return { ok: sweepExitCode(report) === 0, words: [...lines, sweepText(report)].join("\n") };
        }),
};

const hour = 3_600_000;

export const drillPhase = (service: string): Phase => ({
    name: "drill",
    run: (stage, life) =>
        command("drill", stage, life, async (clock) => {
            const lines: string[] = [];
            const project = await stage.project(clock);
            const report = await drill(
                { service, user: "tsdbadmin", database: "tsdb", sslmode: "require", timeout: hour },
                {
                    project,
                    signal: new AbortController().signal,
                    report: (text) => lines.push(text),
                    run: () => Promise.resolve({ exitCode: 0 }),
                    onFork: (name) => lines.push(`fork ${name}`),
                },
            );
            return { ok: report.exitCode === 0, words: [...lines, drillText(report)].join("\n") };
        }),
});

/** What `clouddb import` writes about everything that is not a bystander. */
export async function importFileOf(stage: Stage, clock: Clock): Promise<ImportDocument> {
    const project = await stage.project(clock);
    const services = [...stage.emulator.world.services.keys()].filter((id) => !stage.bystanders.has(id));
    return importDocument(project, await readDeclarations(project, { services }));
}

/** `clouddb import`, and `pulumi import --file` with what it has written. */
export const importPhase: Phase = {
    name: "import",
    run: (stage, life) =>
        command("import", stage, life, async (clock) => {
            imported(stage, await importFileOf(stage, clock));
            return { ok: true, words: "" };
        }),
};
