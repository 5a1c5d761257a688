import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { deploy, type DeploymentDocument, type DeployResult } from "../../src/engine";
import { cleanDiagnostics, cleanState, emptyStack, pendingIn, shortUrn, sortState } from "./cleaned";
import { replayHere } from "./inProcess";
import { killed } from "./killed";
import { type Call, optionsOf, type Recorded, type RecordedResource, type RecordedStep, type Stage } from "./recording";
import { expectSameSequences, Relations } from "./relations";
import { TraceProject } from "./traceProject";

const folder = path.join(__dirname, "scenarios");

/** What the real engine did, by scenario. */
const recordings = readdirSync(folder)
    .sort()
    .map((file) => {
        const { steps } = JSON.parse(readFileSync(path.join(folder, file), "utf8")) as { steps: Stage[] };
        return [path.basename(file, ".json"), steps] as const;
    });

/** Long enough for all the stages of a scenario on a busy machine. */
const patience = 180_000;

type Config = Record<string, string | { secret: string }>;

const configOf = ({ config = {} }: Stage): Config =>
    Object.fromEntries(
        Object.entries(config).map(([key, value]) => [key, Array.isArray(value) ? { secret: value[0] } : value]),
    );

/** The names in the order in which the engine first heard of them. */
const registrationOrder = (calls: Call[]) => [
    ...new Set(calls.filter(({ call }) => call === "check").map(({ news }) => String(news?.name))),
];

/** The recorded creates and updates of resources that have nothing to do with a failed one, by the name of that one. */
function unrelatedWork(
    { calls, steps = [] }: Pick<Recorded, "calls"> & Partial<Recorded>,
    relations: Relations,
): Record<string, string[]> {
    const work = calls.filter(({ call }) => call === "create" || call === "update");
    const nameOf = ({ inputs, news }: Call) => String((inputs ?? news)?.name);
    const failed = new Set(
        steps.filter(({ outcome }) => outcome === "failed").map(({ urn }) => urn.split("::").at(-1)),
    );
    return Object.fromEntries(
        work
            .filter((call) => failed.has(nameOf(call)))
            .map((call) => {
                const others = work.filter((other) => !failed.has(nameOf(other)));
                const free = others.filter(
                    (other) => !relations.related(relations.subject(call), relations.subject(other)),
                );
                return [nameOf(call), free.map(nameOf)];
            }),
    );
}

/** The provider's own stack traces differ from machine to machine. */
const isTrace = ({ severity, message }: Recorded["diagnostics"][number]) =>
    severity === "info#err" && /^\s*at /.test(message);

function expectDiagnostics(result: DeployResult, expected: Recorded, dir: string): void {
    const sorted = (list: Recorded["diagnostics"]) =>
        list
            .filter((each) => !isTrace(each))
            .map((each) => JSON.stringify(each))
            .sort();
    expect(sorted(cleanDiagnostics(result.diagnostics, dir))).toEqual(sorted(expected.diagnostics));
}

/** The outcome as it is told from the CLI's events: those of a preview have no failed steps. */
function told(op: string, outcome: string | undefined, stage: Stage): string | undefined {
    if (outcome === "failed") return stage.op === "preview" ? undefined : "failed";
    return op === "refresh" && stage.op === "refresh" ? "none" : outcome;
}

function expectSteps(result: DeployResult, stage: Stage, relations: Relations): void {
    const actual = result.steps.map(({ op, urn, outcome, keys }) => ({
        op,
        urn: shortUrn(urn),
        outcome: told(op, outcome, stage),
        ...(keys.length > 0 && { keys }),
    }));
    // In the recordings, 'none' means that the tool did not find the end of a step: for a refresh it looked under the
    // name of its result, and for a component among its registered outputs.
    const isComponent = ({ urn }: RecordedStep) => !urn.includes(":Thing::");
    const expected = stage.expected.steps.map((step) =>
        isComponent(step) && step.outcome === "none" && step.op !== "refresh" ? { ...step, outcome: "done" } : step,
    );
    const ordered = stage.op === "refresh" ? undefined : relations;
    expectSameSequences<RecordedStep>(actual, expected, ({ urn }) => urn, ordered);
}

function expectState(document: DeploymentDocument, expected: Recorded): void {
    expect(cleanState(document)).toEqual(sortState(expected.state));
    expect(pendingIn(document)).toEqual(expected.pendingOperations ?? []);
}

async function replay(stages: readonly Stage[], project: TraceProject, isHere: boolean): Promise<void> {
    let state: DeploymentDocument | undefined;
    let before: RecordedResource[] = [];
    let config: Config = {};
    for (const stage of stages) {
        const { expected } = stage;
        project.stage(stage);
        config = { ...config, ...configOf(stage) };
        const relations = new Relations([before, expected.state]);
        const env = project.env(registrationOrder(expected.calls), unrelatedWork(expected, relations));
        if (stage.kill) {
            state = await killed(project, stage, { operation: stage.op, dir: project.dir, config, env }, state);
        } else {
            const options = { ...optionsOf(stage), dir: project.dir, state, config, env };
            const result = await (isHere ? replayHere : deploy)({ operation: stage.op, ...options });
            expect(result.exitCode).toBe(expected.exitCode);
            expect(result.changes).toEqual(expected.changes ?? {});
            expectSteps(result, stage, relations);
            expectDiagnostics(result, expected, project.dir);
            state = result.state ?? state;
        }
        const ordered = stage.op === "refresh" ? undefined : relations;
        expectSameSequences(project.calls, expected.calls, (call) => relations.subject(call), ordered);
        expectState(state ?? emptyStack, expected);
        before = expected.state;
    }
}

/** What only a process shows: how the SDK's runner tells of a program that fails, what it logs, and the callbacks of transforms. */
const onlyInProcesses: ReadonlySet<string> = new Set([
    "calls-fail",
    "duplicate-urn",
    "preview-fails",
    "program-error",
    "program-killed",
    "secrets-and-config",
    "target-unknown-outputs",
    "transform-fails",
    "transforms-values",
]);

/** How many files of tests there are, so that more than one worker is busy with them. */
const parts = 4;

/** Declares the tests of one of the parts, counted from 1. */
export function replayPart(part: number): void {
    const ours = recordings.filter((_recording, place) => place % parts === part - 1);
    describe("the embedded engine does what the recorded one did", () => {
        test.concurrent.each(ours)(
            "%s",
            async (name, stages) => {
                const project = new TraceProject();
                try {
                    await replay(stages, project, !onlyInProcesses.has(name));
                } finally {
                    project.remove();
                }
            },
            patience,
        );
    });
}
