// Where the embedded engine does better than the real one: docs/testing.md.
import { deploy, type DeploymentDocument, type DeployOptions, type DeployResult } from "../../src/engine";
import { cleanState } from "./cleaned";
import type { Faults } from "./recording";
import { TraceProject } from "./traceProject";

// Long enough for three operations on a busy machine.
jest.setTimeout(120_000);

const thing = (name: string) => `pulumi-nodejs:dynamic/trace:Thing::${name}`;

interface Up extends Pick<DeployOptions, "continueOnError"> {
    program: string;
    targets?: string[];
    faults?: Faults;
}

/** Runs the programs one after the other. @returns what came of each */
async function ups(...steps: Up[]): Promise<DeployResult[]> {
    const project = new TraceProject();
    const results: DeployResult[] = [];
    let state: DeploymentDocument | undefined;
    try {
        for (const { program, targets, faults = {}, continueOnError } of steps) {
            project.program = program;
            project.faults = faults;
            const urns = targets?.map((name) => `urn:pulumi:dev::conf::${thing(name)}`);
            const options = { dir: project.dir, state, targets: urns, continueOnError, env: project.env([]) };
            results.push(await deploy({ operation: "up", ...options }));
            state = results.at(-1)!.state ?? state;
        }
    } finally {
        project.remove();
    }
    return results;
}

const stateOf = ({ state }: DeployResult) =>
    cleanState(state!).map(({ urn, delete: isDeleted }) => urn + (isDeleted ? " (to be deleted)" : ""));

test("a managed resource that becomes a read one stays in the state until it is deleted, also over a failure", async () => {
    const read = `const g = new Thing("g", {}, { id: "other-id" });`;
    const [, failed, done] = await ups(
        { program: `new Thing("g");` },
        { program: `${read} new Thing("z", { dep: g.id, failCreate: true });` },
        { program: read },
    );
    expect(failed!.exitCode).toBe(1);
    expect(stateOf(failed!)).toContain(`${thing("g")} (to be deleted)`);
    expect(done!.changes).toMatchObject({ same: 1 });
    expect(done!.steps).toContainEqual(expect.objectContaining({ op: "delete-replaced", outcome: "done" }));
    expect(stateOf(done!)).toEqual([thing("g"), "pulumi:pulumi:Stack::conf-dev"]);
});

test("a target that is renamed is in the state once, though what depends on it is not a target", async () => {
    const renamed = `const n = new Thing("n", { name: "a" }, { aliases: [{ name: "a" }] }); new Thing("b", { dep: n.id });`;
    const [, done] = await ups(
        { program: `const a = new Thing("a"); new Thing("b", { dep: a.id });` },
        { program: renamed, targets: ["n"] },
    );
    expect(done!.exitCode).toBe(0);
    const state = cleanState(done!.state!);
    expect(state.map(({ urn }) => urn)).toEqual([thing("b"), thing("n"), "pulumi:pulumi:Stack::conf-dev"]);
    expect(state[0]!.dependencies).toEqual([thing("n")]);
});

test("a delete of a delete-before-replace that fails does not keep an operation that continues after errors from ending", async () => {
    const program = (kind: string) =>
        `const a = new Thing("a", { kind: "${kind}" }, { deleteBeforeReplace: true }); new Thing("b", { dep: a.computed }); new Thing("c");`;
    const [before, failed] = await ups(
        { program: program("k1") },
        { program: program("k2"), faults: { a: { delete: "fail" } }, continueOnError: true },
    );
    expect([failed!.exitCode, stateOf(failed!)]).toEqual([1, stateOf(before!)]);
});

test("the remainder of a replacement is deleted before what it depended on is replaced, and its successor stays", async () => {
    const program = (a: string, b: string, more = "") =>
        `const a = new Thing("a", { kind: "${a}" }, { deleteBeforeReplace: true }); const b = new Thing("b", { kind: ${b} }, { dependsOn: a }); ${more}`;
    const [, failed, done] = await ups(
        { program: program("k1", "a.computed") },
        { program: program("k1", '"other"', 'new Thing("z", { dep: b.id, failCreate: true });') },
        { program: program("k2", '"other"') },
    );
    expect(stateOf(failed!)).toContain(`${thing("b")} (to be deleted)`);
    expect(done!.exitCode).toBe(0);
    expect(done!.changes).toMatchObject({ replace: 1, same: 2 });
    expect(stateOf(done!)).toEqual([thing("b"), thing("a"), "pulumi:pulumi:Stack::conf-dev"].sort());
});
