import { readFileSync } from "node:fs";
import path from "node:path";
import { deploy, type DeploymentDocument } from "../../src/engine";
import { TraceProject } from "../conformance/traceProject";
import { pulumiIn, pulumiOnPath } from "../e2e/support/cli";

jest.setTimeout(120_000);

const program = `
    const a = new Thing("a", { pw: pulumi.secret("s"), nested: { list: [1, { deep: pulumi.secret("x") }] } });
    const b = new Thing("b", { dep: a.computed }, {
        protect: true,
        retainOnDelete: true,
        deletedWith: a,
        ignoreChanges: ["size"],
        customTimeouts: { create: "5m" },
    });
    new Group("g");
    new Thing("read", {}, { id: "some-id" });
    module.exports = { a: a.computed, hidden: a.hidden, o: { s: pulumi.secret(2), n: null } };`;

const name = "a stack goes to the Pulumi CLI and comes back, and neither finds anything to do";
const onCli = pulumiOnPath === undefined ? test.skip : test;

onCli(pulumiOnPath === undefined ? `${name} (there is no pulumi on the PATH)` : name, async () => {
    const project = new TraceProject();
    const { must } = pulumiIn(project.dir, project.env([]));
    const stateFile = path.join(project.dir, "state.json");
    const options = { dir: project.dir, env: project.env([]) };
    try {
        project.program = program;
        const { exitCode: code, state } = await deploy({ operation: "up", ...options });
        expect(code).toBe(0);

        await must("stack", "init", "dev");
        // Without the stack's own, the CLI cannot encrypt what it imports.
        const { deployment } = JSON.parse(await must("stack", "export")) as DeploymentDocument;
        Object.assign(state!.deployment, { secrets_providers: deployment.secrets_providers });
        project.write("exported.json", JSON.stringify(state));
        await must("stack", "import", "--file", path.join(project.dir, "exported.json"));
        await must("preview", "--expect-no-changes");
        await must("refresh", "--yes", "--skip-preview");
        await must("stack", "export", "--file", stateFile);
        expect(readFileSync(stateFile, "utf8")).not.toContain("secret-of-a");
        await must("stack", "export", "--show-secrets", "--file", stateFile);

        const after = JSON.parse(readFileSync(stateFile, "utf8")) as DeploymentDocument;
        const { exitCode, changes, diagnostics } = await deploy({ operation: "preview", ...options, state: after });
        expect({ exitCode, changes, diagnostics }).toEqual({ exitCode: 0, changes: { same: 5 }, diagnostics: [] });
    } finally {
        project.remove();
    }
});
