// `clouddb verify` tries what the provider does on resources of its own, and deletes them whatever happens.
import { Differences } from "../../../src/commands/doctor/contract";
import { settingsFrom } from "../../../src/commands/doctor/projects";
import { DrillEnded } from "../../../src/commands/drill/report";
import { planText, verifyExitCode, verifyText, type VerifyReport } from "../../../src/commands/verify/report";
import { planOf, verify } from "../../../src/commands/verify/verify";
import { startEmulator, VirtualClock, type Emulator } from "../../../src/emulator";
import { Connections } from "../../../src/provider/config/connections";

let clock: VirtualClock;
let emulator: Emulator;
let endAdvance: () => void;
let others: string[];
beforeEach(async () => {
    clock = new VirtualClock();
    emulator = await startEmulator({ clock, timeScale: 0.1 });
    endAdvance = clock.autoAdvance();
    others = [emulator.create.vpc({ name: "theirs" }).id, emulator.create.service({ name: "theirs" }).id];
});
afterEach(async () => {
    endAdvance();
    // Nothing but its own is touched, and nothing of its own is left.
    expect([...emulator.world.vpcs.keys(), ...emulator.world.services.keys()].sort()).toEqual(others.sort());
    await emulator.stop();
});

interface Options {
    readonly signal?: AbortSignal;
    readonly timeout?: number;
    readonly onReport?: (text: string) => void;
}

async function verified({ signal, timeout = 7_200_000, onReport }: Options = {}): Promise<VerifyReport> {
    const settings = settingsFrom({ CLOUDDB_API_KEY: emulator.token, CLOUDDB_BASE_URL: emulator.url }, undefined);
    const differences = new Differences();
    const connections = new Connections(settings, clock, { onOddity: differences.note });
    const project = await connections.project(undefined, undefined);
    return verify(planOf("us-east-1", "10.250.0.0/16"), {
        ...{ project, timeout, differences, signal: signal ?? new AbortController().signal },
        report: onReport ?? (() => undefined),
    });
}

const problems = ({ steps }: VerifyReport) =>
    steps.flatMap(({ what, problem }) => (problem === null ? [] : [`${what}: ${problem}`]));

test("each change in place is made, seen and deleted again; the report has no name and no secret", async () => {
    const report = await verified();
    expect(problems(report)).toEqual([]);
    expect(report.steps.map(({ what }) => what)).toEqual([
        ...["create a VPC", "create a service", "resize", "add an HA replica", "switch the pooler on"],
        ...["set the password", "set the environment to PROD", "set the environment to DEV", "attach the VPC"],
        ...["create a read replica set", "resize the read replica set", "switch its pooler on"],
        ...["delete the read replica set", "detach the VPC", "switch the pooler off", "remove the HA replica"],
        ...["pause", "start", "delete the service", "delete the VPC"],
    ]);
    expect(report).toMatchObject({ differences: [], ended: null, left: null });
    expect(verifyExitCode(report)).toBe(0);
    const text = verifyText(report);
    expect(text).toMatch(/everything is deleted again\n20 steps: 0 failed, 0 differences from the contract\n$/);
    expect(text).not.toContain(report.name);
    const calls = new Set(emulator.requests().map(({ endpoint }) => endpoint));
    for (const call of ["resizeService", "setServiceHa", "attachServiceToVpc", "updateServicePassword", "stopService"])
        expect([call, calls.has(call as never)]).toEqual([call, true]);
});

test("what the API refuses, and what it writes in another form, is told; the rest goes on", async () => {
    emulator.faults.add({
        endpoint: "setServiceHa",
        count: null,
        do: { kind: "status", status: 403, body: { message: "not in your plan" } },
    });
    emulator.faults.add({
        endpoint: "getService",
        count: null,
        do: { kind: "deform", field: "status", as: "otherCase" },
    });
    const report = await verified();
    expect(problems(report)).toEqual([expect.stringMatching(/^add an HA replica: .*403.*not in your plan/)]);
    expect(report.differences).toMatchObject([
        { endpoint: "GET /projects/{project_id}/services/{service_id}", field: "status", counts: "as meant" },
    ]);
    expect(verifyText(report)).toMatch(/^GET .*: status is the text ".*", not .*: is read as what it means/m);
    expect(report.steps.at(-1)).toMatchObject({ what: "delete the VPC", problem: null });
    expect(verifyExitCode(report)).toBe(1);
});

test("a change that the API accepts and does not make is found", async () => {
    emulator.faults.add({
        endpoint: "enableServicePooler",
        do: { kind: "status", status: 202, body: { message: "done" } },
    });
    const report = await verified();
    expect(problems(report)[0]).toBe(
        "switch the pooler on: the API does not show connectionPooler: the provider assumes that it is done",
    );
});

test.each(["before", "after"] as const)("a creation whose answer is lost %s the work leaves nothing", async (when) => {
    for (const endpoint of ["createVpc", "createService"] as const)
        emulator.faults.add({ endpoint, do: { kind: "drop", when } });
    expect(await verified()).toMatchObject({ left: null, ended: null });
});

test("a service that the API creates though it refuses it is deleted", async () => {
    emulator.faults.add({
        endpoint: "createService",
        count: null,
        do: { kind: "status", status: 400, body: { message: "no" }, when: "after" },
    });
    const report = await verified();
    expect(report.left).toBeNull();
    expect(report.steps.at(-2)).toMatchObject({ what: "delete the service", problem: null });
});

test.each(["create a service", "resize", "create a read replica set", "pause"])(
    "interrupted at `%s`: nothing more is changed, and everything is deleted",
    async (what) => {
        const controller = new AbortController();
        const report = await verified({
            signal: controller.signal,
            onReport: (text) => {
                if (text === `${what} ...`)
                    void clock
                        .sleep(1_000)
                        .then(() =>
                            controller.abort(new DrillEnded("interrupted", 130, "The verification was interrupted.")),
                        );
            },
        });
        expect(report).toMatchObject({ ended: { exitCode: 130 }, left: null });
        expect(report.steps.filter(({ what: step }) => !step.startsWith("delete")).at(-1)?.what).toBe(what);
        expect(verifyExitCode(report)).toBe(130);
    },
);

test("it ends at its time-out", async () => {
    const report = await verified({ timeout: 20_000 });
    expect(report.ended).toEqual({
        exitCode: 124,
        why: expect.stringContaining("did not complete within 20 s") as string,
    });
});

test("what somebody else has renamed is kept, and named", async () => {
    const report = await verified({
        onReport: (text) => {
            const own = [...emulator.world.vpcs.values()].find(({ name }) => name.startsWith("verify-"));
            if (text === "pause ..." && own !== undefined) emulator.drift(own.id, { name: "now-theirs" });
        },
    });
    expect(report.left).toContain("has another name now");
    expect(verifyExitCode(report)).toBe(123);
    others.push([...emulator.world.vpcs.values()].find(({ name }) => name === "now-theirs")!.id);
});

test("the plan names all that it creates", () => {
    const plan = planOf("eu-central-1", "10.9.0.0/16");
    const text = planText("prj1", plan);
    expect(text.split(plan.name)).toHaveLength(4);
    expect(text).toContain("10.9.0.0/16 in eu-central-1");
});
