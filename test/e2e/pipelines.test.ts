// examples/ci: the pipelines of GitHub and GitLab are well-formed, ask for no more than they need, and each of their jobs runs.
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { blocksOf, textOf } from "../docs/support/pages";
import { write } from "../support/fixtureProject";
import { caller, GitHub, GitLab, gitlabJobs, type Pipeline, workflow } from "./support/pipeline";
import { onlyOnCli, pageScenario, type Stage } from "./support/scenario";

const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([, job]) => job.steps);

describe("the workflow for GitHub", () => {
    const [called] = Object.values(caller.jobs);

    test("is called with inputs and secrets that it has, at times that are scheduled", () => {
        const { inputs, secrets } = workflow.on.workflow_call;
        expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(called!.with)));
        expect(Object.keys(secrets)).toEqual(Object.keys(called!.secrets));
        for (const [name, { required = false }] of Object.entries(inputs))
            if (required) expect(called!.with).toHaveProperty([name]);
        const times = Object.values(called!.with).flatMap((value) => /schedule == '(.*)'/.exec(value)?.[1] ?? []);
        expect(times).toEqual(caller.on.schedule.map(({ cron }) => cron));
        expect(parse(blocksOf("docs/guides/ci.md").find(({ language }) => language === "yaml")!.text)).toEqual(caller);
    });

    test("has permissions for each job, and the caller has all of them", () => {
        expect(workflow.permissions).toEqual({});
        const writing = jobs.map(([name, { permissions }]) => [name, permissions] as const);
        expect(Object.fromEntries(writing)).toEqual({
            preview: { contents: "read", "pull-requests": "write" },
            up: { contents: "read" },
            drift: { contents: "read", issues: "write" },
            sweep: { contents: "read" },
            drill: { contents: "read" },
        });
        const all = Object.assign({}, ...writing.map(([, permissions]) => permissions)) as object;
        expect(called!.permissions).toEqual(all);
    });

    test("runs each job for its event, and cancels no up", () => {
        expect(Object.fromEntries(jobs.map(([name, job]) => [name, job.if]))).toEqual({
            preview: "github.event_name == 'pull_request'",
            up: "github.event_name == 'push' || inputs.refresh",
            drift: "inputs.nightly",
            sweep: "inputs.nightly",
            drill: "inputs.weekly",
        });
        const groups = jobs.flatMap(([name, { concurrency }]) =>
            concurrency === undefined ? [] : [[name, concurrency]],
        );
        const group = "pulumi-up-${{ inputs.stack }}";
        expect(groups).toEqual([["up", { group, "cancel-in-progress": false }]]);
    });

    test("pins each action to a version, and has no expression in a script, where it could be code", () => {
        const unpinned = steps.flatMap(({ uses = "x/y@v1" }) => (/^[\w/-]+@v\d+$/.test(uses) ? [] : [uses]));
        expect(unpinned).toEqual([]);
        expect(steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
    });

    test("lets what must end well get the signals of a cancelled job", () => {
        const long = steps.flatMap(({ run = "" }) => (/^(exec )?(pulumi up|\S*clouddb drill)/m.test(run) ? [run] : []));
        expect(long).toHaveLength(2);
        for (const run of long) expect(run).toMatch(/^exec [^\n]+$/);
    });
});

test("the template for GitLab has the same jobs, each with a rule, and one up at a time", () => {
    expect(Object.keys(gitlabJobs)).toEqual(jobs.map(([name]) => name));
    for (const job of Object.values(gitlabJobs)) expect(job).toMatchObject({ interruptible: false, rules: [{}] });
    expect(gitlabJobs["up"]).toHaveProperty("resource_group", "pulumi-up-$STACK");
    const included = blocksOf("docs/guides/ci.md").find(({ text }) => text.startsWith("# .gitlab-ci.yml\n"))!;
    const { include } = parse(included.text) as { include: { local: string }[] };
    expect(textOf("examples/ci/README.md")).toContain(path.basename(include[0]!.local));
});

const recorded = (name: string) => textOf(`test/docs/previews/${name}.json`);

/** Runs every job, with what it can find, on a stack with a service. */
async function playAll(
    stage: Stage,
    pipeline: Pipeline,
    platform: { none: string; one: string },
): Promise<Set<string>> {
    const { stack, emulator, folder } = stage;
    stage.program('new clouddb.Service("orders", { name: "orders", cpuMillis: 1000, memoryGbs: 4 });');
    await stack.run("up");
    const deployment = await stack.deployment("stored");
    write(folder, {
        "exported.json": JSON.stringify({ version: 3, deployment }),
        "check.mjs": "process.exit(process.env.DATABASE_URL?.startsWith('postgresql://') ? 0 : 1);",
    });
    const played = new Set<string>();
    const run = async (job: string, env?: Record<string, string>) => {
        played.add(job);
        const { calls, ...ran } = await pipeline.run(job, env);
        // Without preparations, and the requests of what is there.
        return { ...ran, calls: calls.filter((call) => !/^npm |stack export|--paginate|issue list|--get /.test(call)) };
    };
    const publishes = (ran: { published: string | undefined }) => ran.published ?? "";

    pipeline.platform(platform.none);
    pipeline.preview(recorded("changes"), 0);
    const preview = await run("preview");
    expect(preview.code).toBe(0);
    expect(preview.calls).toHaveLength(2);
    expect(publishes(preview)).toContain("2 deletions, 1 replacement");
    expect(publishes(preview)).toContain("### Preview of `dev` at `1234567`\n");
    pipeline.preview(recorded("refused"), 1);
    const refused = await run("preview");
    expect(refused.code).not.toBe(0);
    expect(refused.calls.filter((call) => call.startsWith("pulumi "))).toEqual([
        "pulumi preview --stack dev --json",
        "pulumi preview --stack dev --diff",
    ]);
    expect(publishes(refused)).toContain("**The preview failed**");

    expect(await run("up")).toMatchObject({ code: 0, calls: ["pulumi up --stack dev --yes"] });

    expect(await run("drift")).toMatchObject({ code: 0, calls: [], published: undefined });
    stage.calls();
    const [orders] = emulator.world.services.values();
    orders!.cpu_millis = 2000;
    const clicked = emulator.create.service({ name: "clicked `@octo" });
    const drift = await run("drift");
    expect(drift.code).toBe(0);
    expect(drift.calls).toEqual([expect.stringMatching(/issue create|https:\S+\/issues$/)]);
    const text = publishes(drift);
    expect(text).toMatch(/cpuMillis/);
    expect(text).toMatch(/unmanaged: .*clicked `@octo/);
    // All of what was found is code.
    const [link, repair, ...found] = text.split("\n").filter((line) => line !== "");
    expect(link).toMatch(/^\[This (run|job)\]\(https:\S+\/42\) /);
    expect(repair).toContain("`pulumi up --refresh`");
    expect(found.filter((line) => !line.startsWith("    "))).toEqual([]);
    pipeline.platform(platform.one);
    const again = await run("drift");
    expect(again.calls).toEqual([expect.stringMatching(/issue edit 12 |PUT .*\/issues\/12$/)]);
    // The doctor gets the state of the other stack, too.
    expect(publishes(await run("drift", { OTHER_STACKS: "team/shop/dev-eu" }))).toContain(
        "    2 resources compared with ",
    );
    rmSync(path.join(folder, "state-1.json"));
    const unchecked = await run("drift", { CLOUDDB_API_KEY: "wrong" });
    expect(unchecked.code).not.toBe(0);
    expect(publishes(unchecked)).toContain("401");
    orders!.cpu_millis = 1000;
    const ignoring = await run("drift", { IGNORE: clicked.id });
    expect(ignoring).toMatchObject({ code: 0, published: undefined });
    emulator.world.services.delete(clicked.id);

    expect(await run("sweep")).toMatchObject({ code: 0 });
    expect(stage.calls()).toEqual([]);
    const drill = await run("drill", { DRILL_SERVICE: "orders" });
    expect(drill).toMatchObject({ code: 0 });
    const report = JSON.parse(readFileSync(path.join(folder, "drill.json"), "utf8")) as object;
    expect(report).toMatchObject({ outcome: "passed", left: null });
    expect(stage.calls()).toEqual(["forkService", "deleteService"]);
    return played;
}

// The runners of both are Linux.
if (process.platform !== "win32") {
    pageScenario("every job of the pipeline on GitHub runs", async (stage) => {
        const pipeline = new GitHub(stage.folder, stage.environment);
        const played = await playAll(stage, pipeline, { none: "", one: "12" });
        expect([...played]).toEqual(pipeline.jobs);
        // A comment that is there is updated, and an issue without drift is closed.
        pipeline.preview(recorded("unchanged"), 0);
        const { calls } = await pipeline.run("preview");
        expect(calls.at(-1)).toMatch(/^gh api --method PATCH repos\/team\/shop\/issues\/comments\/12 /);
        expect((await pipeline.run("drift")).calls.at(-1)).toMatch(/^gh issue close 12 /);
        // The comment says that there is no preview of the commit whose tests fail.
        pipeline.testsFail();
        const failed = await pipeline.run("preview");
        expect([failed.code, failed.calls.some((call) => call.startsWith("pulumi "))]).toEqual([1, false]);
        expect(failed.published).toContain("at `1234567`\n\nThe preview did not begin. See the log of the job.");
    });

    pageScenario("every job of the pipeline on GitLab runs", async (stage) => {
        const pipeline = new GitLab(stage.folder, stage.environment);
        const one = JSON.stringify([
            { title: "Drift of dev-eu", iid: 11 },
            { title: "Drift of dev", iid: 12 },
        ]);
        const played = await playAll(stage, pipeline, { none: "[]", one });
        expect([...played]).toEqual(pipeline.jobs);
        // What the program says is in the log, whatever becomes of the comment.
        pipeline.preview(recorded("refused"), 1);
        pipeline.platformFails();
        const { code, calls } = await pipeline.run("preview");
        expect(code).toBe(22);
        expect(calls).toContain("pulumi preview --stack dev --diff");
    });

    onlyOnCli("the comment on what the CLI prints", async ({ stack, program, folder, environment }) => {
        program('new clouddb.Service("orders", { cpuMillis: 1000, memoryGbs: 4 }); new clouddb.Service("old", {});');
        await stack.run("up");
        program('new clouddb.Service("orders", { cpuMillis: 2000, memoryGbs: 8 });');
        const pipeline = new GitHub(folder, environment);
        pipeline.preview(await stack.command!("preview", "--stack", "dev", "--json"), 0);
        const { published } = await pipeline.run("preview");
        expect(published).toMatch(
            /^1 deletion, 1 update\.\n\n\*\*Delete\*\*\n\n- `Service` `old`, \*\*with its data\*\*\n/m,
        );
        expect(published).toMatch(/^- `Service` `orders`\n {2}- `resize 1 CPU \/ 4 GB -> 2 CPU \/ 8 GB`$/m);
    });
}
