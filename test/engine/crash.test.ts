import { systemClock } from "../../src/clock";
import { type DeploymentDocument, deploy } from "../../src/engine";
import { readProject } from "../../src/engine/project";
import { runOperation } from "../../src/engine/run/operation";
import { MemoryStore } from "../../src/engine/state/store";
import { parseDeployment, type StackState } from "../../src/engine/state/document";
import { TraceProject } from "../conformance/traceProject";
import { cleanState } from "../conformance/cleaned";

/** Long enough for two operations on a busy machine. */
const patience = 120_000;

/** A store that drops everything after a number of writes. */
class DyingStore extends MemoryStore {
    writes = 0;
    constructor(
        private readonly last: number,
        before?: DeploymentDocument,
    ) {
        super(systemClock, before);
    }

    override save(state: StackState): Promise<void> {
        return ++this.writes > this.last ? Promise.reject(new Error("the machine is off")) : super.save(state);
    }
}

const programs = {
    before: `const a = new Thing("a", { kind: "k1" }); new Thing("b", { dep: a.id }); new Thing("gone");`,
    after: `const a = new Thing("a", { kind: "k2", dbr: true }); new Thing("b", { dep: a.id, size: 2 }); new Thing("c");`,
};

/** Runs `up`, and dies after `last` writes. */
async function up(project: TraceProject, last: number, before?: DeploymentDocument): Promise<DyingStore> {
    const store = new DyingStore(last, before);
    await runOperation({
        operation: "up",
        refresh: false,
        clearPendingCreates: false,
        project: readProject(project.dir),
        stack: "dev",
        config: new Map(),
        parallel: 4,
        targets: undefined,
        replace: new Set(),
        continueOnError: false,
        store,
        clock: systemClock,
        env: { ...process.env, ...project.env(["a", "b", "c"]) },
        emit: () => undefined,
        signal: undefined,
    }).catch((error: unknown) => {
        if (store.writes <= last) throw error;
    });
    return store;
}

/** The resources that exist, derived from an initial set and the provider calls since then. */
function existing(project: TraceProject, before: Iterable<string>): Set<string> {
    const ids = new Set(before);
    for (const { call, inputs, id } of project.calls) {
        if (call === "create")
            ids.add(`${String(inputs?.name)}-${typeof inputs?.kind === "string" ? inputs.kind : "x"}`);
        if (call === "delete") ids.delete(id!);
    }
    return ids;
}

const idsOf = ({ resources = [], pending_operations: pending = [] }: DeploymentDocument["deployment"]) => ({
    known: new Set((resources ?? []).flatMap(({ id, type }) => (id && type.endsWith(":Thing") ? [id] : []))),
    pending: (pending ?? []).map(({ type, resource }) => `${type} ${resource.urn.split("::").at(-1)}`),
});

describe("an engine that dies after any of its writes", () => {
    const project = new TraceProject();
    afterAll(() => project.remove());

    let start: DeploymentDocument;
    let end: ReturnType<typeof cleanState>;
    let writes = 0;
    beforeAll(async () => {
        project.program = programs.before;
        start = (await up(project, Infinity)).document!;
        project.program = programs.after;
        const whole = await up(project, Infinity, start);
        ({ writes } = whole);
        end = cleanState(whole.document!);
    }, patience);

    // How many exactly depends on how many changes a write finds waiting.
    test("the operation has more writes than are tested", () => expect(writes).toBeGreaterThan(7));

    test.concurrent.each([1, 2, 3, 4, 5, 7])(
        "%d: every existing resource is recorded or pending, and the next run reaches the same state",
        async (last) => {
            const own = new TraceProject();
            try {
                own.program = programs.after;
                const { document } = await up(own, last, start);
                const { known, pending } = idsOf(parseDeployment(document).deployment);
                for (const id of existing(own, idsOf(start.deployment).known))
                    if (!known.has(id)) expect(pending).toContain(`creating ${id.split("-")[0]}`);
                const again = await deploy({
                    operation: "up",
                    dir: own.dir,
                    state: document,
                    env: own.env([]),
                });
                expect(again.exitCode).toBe(0);
                expect(cleanState(again.state!)).toEqual(end);
            } finally {
                own.remove();
            }
        },
        patience,
    );
});
