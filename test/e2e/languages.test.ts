// docs/languages/: the whole programs, with the commands of their pages, on the real engine.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { blocksOf, fileOf } from "../docs/support/pages";
import { write } from "../support/fixtureProject";
import { cliDriver } from "./support/cli";
import { onlyOnCli, type Stage } from "./support/scenario";

interface Language {
    readonly page: string;
    /** The programs that it needs on the PATH. */
    readonly needs: readonly string[];
    /** What the page tells to change for another size of the service: the first of each. */
    readonly sizes: readonly (readonly [string, string])[];
    /** The line before which its program takes the resources with an explicit provider. */
    readonly before: string;
    /** What these import. */
    readonly imports?: readonly [string, string];
    /** What the page tells to run after that. */
    readonly afterwards?: string;
}

const languages: readonly Language[] = [
    {
        page: "yaml",
        needs: ["pulumi-language-yaml"],
        sizes: [
            ["cpuMillis: 1000", "cpuMillis: 2000"],
            ["memoryGbs: 4", "memoryGbs: 8"],
        ],
        before: "outputs:",
    },
    {
        page: "python",
        needs: ["pulumi-language-python", "python3"],
        sizes: [
            ["cpu_millis=1000", "cpu_millis=2000"],
            ["memory_gbs=4", "memory_gbs=8"],
        ],
        before: 'pulumi.export("host"',
    },
    {
        page: "go",
        needs: ["pulumi-language-go", "go"],
        sizes: [
            ["pulumi.Int(1000)", "pulumi.Int(2000)"],
            ["pulumi.Int(4)", "pulumi.Int(8)"],
        ],
        before: '\t\tctx.Export("host"',
        imports: ['sdk/v3/go/pulumi"\n', 'sdk/v3/go/pulumi"\n\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"\n'],
        afterwards: "go mod tidy",
    },
];

const isOnPath = (program: string) =>
    (process.env["PATH"] ?? "").split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));

const run = promisify(execFile);

/** Long enough to get and compile the SDKs of a language. */
const patienceMs = 1_200_000;

for (const language of languages) {
    const name = `docs/languages/${language.page}.md: its program is deployed, changed and destroyed`;
    const missing = language.needs.filter((program) => !isOnPath(program));
    if (missing.length > 0) test.skip(`${name} (there is no ${missing.join(" and no ")} on the PATH)`, () => undefined);
    else
        onlyOnCli(
            name,
            (stage) => play(language, stage),
            { databases: false },
            { patience: patienceMs, drivers: [cliDriver] },
        );
}

/** What the page says to do before the stack is made. The fixture's project has the npm packages. */
async function setUp({ folder, stack }: Stage, page: string): Promise<void> {
    for (const { text } of blocksOf(page)) {
        const file = fileOf(text);
        // The stack is of this project.
        if (file !== undefined) write(folder, { [file]: text.replace(/^name: orders$/m, "name: fixture") });
        else if (text.startsWith("pulumi stack init")) return;
        else
            for (const line of text.trim().split("\n")) {
                const [tool, ...args] = line.split(" ");
                if (tool === "mkdir" || tool === "npm") continue;
                if (tool === "pulumi") await stack.command!(...args);
                else await run(tool!, args, { cwd: folder });
            }
    }
}

async function play(language: Language, stage: Stage): Promise<void> {
    const { stack, emulator, calls, folder } = stage;
    const page = path.join("docs", "languages", `${language.page}.md`);
    await setUp(stage, page);
    const blocks = blocksOf(page).map(({ text }) => text);
    let program = blocks.find((text) => fileOf(text) !== undefined && text.includes(language.before))!;
    const changeProgram = (edits: readonly (readonly [string, string])[]) => {
        for (const [old, now] of edits) {
            expect(program).toContain(old);
            program = program.replace(old, () => now);
        }
        write(folder, { [fileOf(program)!]: program.replace(/^name: orders$/m, "name: fixture") });
    };

    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 3 } });
    const [orders] = emulator.world.services.values();
    const { host, port, url, ...others } = await stack.outputs();
    expect(others).toEqual({ reportsHost: expect.stringContaining(".") as string });
    expect(url).toBe(
        `postgresql://tsdbadmin:${passwordIn(String(url))}@${String(host)}:${String(port)}/tsdb?sslmode=require`,
    );
    expect(JSON.stringify(await stack.deployment("stored"))).not.toContain(passwordIn(String(url)));
    calls();
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 3 } });

    changeProgram(language.sizes);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1, same: 2 } });
    expect(calls()).toEqual(["resizeService"]);

    emulator.drift(orders!.id, { cpu_millis: 4000, memory_gbs: 16 });
    expect((await stack.run("preview")).printed).toContain("resize 4 CPU / 16 GB -> 2 CPU / 8 GB");
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1, same: 2 } });
    expect(calls()).toEqual(["resizeService"]);

    const [, other] = emulator.tokens;
    await stack.setConfig("fixture:stagingKey", other!.token, true);
    const staging = blocks.find((text) => text.includes("YOUR-API") && text.includes("stagingKey"))!;
    const added = staging.replace("https://YOUR-API/v1", () => emulator.url).replace(/^resources:\n/, "");
    changeProgram([
        [language.before, `${added}${language.before}`],
        ...(language.imports === undefined ? [] : [language.imports]),
    ]);
    const [tool, ...args] = language.afterwards?.split(" ") ?? [];
    if (tool !== undefined) await run(tool, args, { cwd: folder });
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 1, same: 3 } });
    const projects = [...emulator.world.vpcs.values()].map((vpc) => vpc.project_id);
    expect(new Set(projects)).toEqual(new Set([orders!.project_id, other!.projects[0]]));

    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0, changes: { delete: 4 } });
    expect([emulator.world.services.size, emulator.world.vpcs.size]).toEqual([0, 0]);
}

const passwordIn = (url: string) => /:([^:@]+)@/.exec(url)![1]!;
