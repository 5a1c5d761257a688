import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deploy, exportStack } from "../../src/engine";
import { TraceProject } from "../conformance/traceProject";

const patience = 120_000;
const passphrase = "p";
const isThere = (process.env.PATH ?? "").split(path.delimiter).some((dir) => existsSync(path.join(dir, "pulumi")));

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

/** The stack goes to the CLI and back; neither finds anything to do. */
async function thereAndBack(project: TraceProject): Promise<void> {
    const backend = path.join(project.dir, "backend");
    mkdirSync(backend);
    const env = {
        ...process.env,
        ...project.env([]),
        PULUMI_BACKEND_URL: `file://${backend}`,
        PULUMI_HOME: path.join(project.dir, "home"),
        PULUMI_CONFIG_PASSPHRASE: passphrase,
        PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const pulumi = (...args: string[]) => {
        const { status, stdout, stderr } = spawnSync("pulumi", [...args, "--non-interactive"], {
            cwd: project.dir,
            env,
            encoding: "utf8",
        });
        expect([status, args[0], status === 0 ? "" : stdout + stderr]).toEqual([0, args[0], ""]);
    };
    const options = {
        dir: project.dir,
        stateFile: path.join(project.dir, "state.json"),
        passphrase,
        env: project.env([]),
    };
    project.program = program;
    expect(await deploy({ operation: "up", ...options })).toMatchObject({ exitCode: 0 });

    const exported = path.join(project.dir, "exported.json");
    writeFileSync(exported, JSON.stringify(await exportStack(options.stateFile)));
    pulumi("stack", "init", "dev");
    pulumi("stack", "import", "--file", exported);
    pulumi("preview", "--expect-no-changes");
    pulumi("refresh", "--yes", "--skip-preview");
    pulumi("stack", "export", "--file", options.stateFile);

    expect(readFileSync(options.stateFile, "utf8")).not.toContain("secret-of-a");
    const { exitCode, changes, diagnostics } = await deploy({ operation: "preview", ...options });
    expect({ exitCode, changes, diagnostics }).toEqual({ exitCode: 0, changes: { same: 5 }, diagnostics: [] });
}

const name = "a stack goes to the Pulumi CLI and comes back, and neither finds anything to do";
const onCli = isThere ? test : test.skip;

onCli(
    isThere ? name : `${name} (there is no pulumi on the PATH)`,
    async () => {
        const project = new TraceProject();
        try {
            await thereAndBack(project);
        } finally {
            project.remove();
        }
    },
    patience,
);
