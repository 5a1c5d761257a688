// `clouddb verify` tries what the provider does on resources of its own, and deletes them whatever happens.
import { Differences } from "../../../src/commands/doctor/contract";
import { settingsFrom } from "../../../src/commands/doctor/projects";
import { DrillEnded } from "../../../src/commands/drill/report";
import { planText, verifyExitCode, verifyText, type VerifyReport } from "../../../src/commands/verify/report";
import { invalidPlan, planOf, verify } from "../../../src/commands/verify/verify";
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
/** What may be left, by what the report says. */
let mayBeLeft: boolean;
beforeEach(() => void (mayBeLeft = false));
afterEach(async () => {
    endAdvance();
    // Nothing but its own is touched, and nothing of its own is left in silence.
    const rest = [...emulator.world.vpcs.keys(), ...emulator.world.services.keys()].sort();
    if (mayBeLeft) expect(rest).toEqual(expect.arrayContaining(others));
    else expect(rest).toEqual(others.sort());
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
    const report = await verify(planOf("us-east-1", "10.250.0.0/16"), {
        ...{ project, timeout, differences, signal: signal ?? new AbortController().signal },
        report: onReport ?? (() => undefined),
    });
    mayBeLeft = report.left !== null;
    if (mayBeLeft) expect(verifyExitCode(report)).toBe(123);
    return report;
}

const interruptedAt = (what: string, milliseconds: number) => {
    const controller = new AbortController();
    const interrupt = () => controller.abort(new DrillEnded("interrupted", 130, "The verification was interrupted."));
    return {
        signal: controller.signal,
        onReport: (text: string) =>
            text === `${what} ...` ? void clock.sleep(milliseconds).then(interrupt) : undefined,
    };
};

const problems = ({ steps }: VerifyReport) =>
    steps.flatMap(({ what, outcome, why }) => (outcome === "passed" ? [] : [`${outcome}: ${what}: ${why}`]));

test("each change in place is made, seen and deleted again; the report has no name and no secret", async () => {
    const report = await verified();
    expect(problems(report)).toEqual([]);
    expect(report.steps.map(({ what }) => what)).toEqual([
        ...["create a VPC", "create a service", "resize", "add an HA replica", "switch the pooler on"],
        ...["set the password", "set the environment to PROD", "set the environment to DEV", "attach the VPC"],
        ...["create a read replica set", "resize the read replica set", "switch its pooler on"],
        ...["delete the read replica set", "pause", "start", "detach the VPC", "switch the pooler off"],
        ...["remove the HA replica", "delete the service", "delete the VPC"],
    ]);
    expect(report).toMatchObject({ differences: [], ended: null, left: null });
    expect(verifyExitCode(report)).toBe(0);
    const text = verifyText(report);
    expect(text).toMatch(
        /nothing is left of what was created\n20 steps: 0 failed, 0 skipped, 0 differences from the contract\n$/,
    );
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
    expect(problems(report)).toEqual([
        expect.stringMatching(/^failed: add an HA replica: .*403.*not in your plan/),
        "skipped: remove the HA replica: it is so already",
    ]);
    expect(report.differences).toMatchObject([
        { endpoint: "GET /projects/{project_id}/services/{service_id}", field: "status", counts: "as meant" },
    ]);
    expect(verifyText(report)).toMatch(/^GET .*: status is the text ".*", not .*: is read as what it means/m);
    expect(report.steps.at(-1)).toMatchObject({ what: "delete the VPC", outcome: "passed" });
    expect(verifyExitCode(report)).toBe(1);
});

test("a change that the API accepts and does not make is found", async () => {
    emulator.faults.add({
        endpoint: "enableServicePooler",
        do: { kind: "status", status: 202, body: { message: "done" } },
    });
    const report = await verified();
    expect(problems(report)[0]).toBe(
        "failed: switch the pooler on: the API does not show connectionPooler: the provider assumes that it is done",
    );
});

test("a creation whose answer is lost after the work leaves nothing", async () => {
    // The list shows the first service only after the second one was created.
    for (const listLagMs of [0, 650_000]) {
        emulator.setQuirks({ listLagMs });
        for (const endpoint of ["createVpc", "createService"] as const)
            emulator.faults.add({ endpoint, do: { kind: "drop", when: "after" } });
        expect(await verified()).toMatchObject({ left: null, ended: null });
        expect(emulator.world.services.size).toBe(1);
    }
});

test.each([
    ["is lost before the work", { kind: "drop", when: "before" }, 0],
    ["is a 500, and the list lags for long", { kind: "status", status: 500, when: "after" }, 900_000],
] as const)(
    "where the answer to a creation %s, more may exist, and the report says so",
    async (_when, fault, listLagMs) => {
        emulator.setQuirks({ listLagMs });
        emulator.faults.add({ endpoint: "createService", do: fault });
        const { left } = await verified();
        expect(left).toContain("may exist all the same");
    },
);

test("where every answer is lost and no list shows anything, the report says that something may be left", async () => {
    emulator.setQuirks({ listLagMs: 6_000_000 });
    emulator.faults.add({ endpoint: "createService", count: null, do: { kind: "drop", when: "after" } });
    expect((await verified()).left).toContain("may exist all the same");
});

test("interrupted while the API hides what it has just created: it may still appear", async () => {
    emulator.setQuirks({ hiddenMs: 1_500_000 });
    const { left, ended } = await verified(interruptedAt("create a service", 1_000));
    expect([left, ended?.exitCode]).toEqual([expect.stringContaining("it may still appear"), 130]);
});

test("after an interruption, no change that was refused is asked for again", async () => {
    emulator.faults.add({ endpoint: "resizeService", count: null, do: { kind: "busy", status: 423 } });
    emulator.faults.add({
        endpoint: "deleteService",
        count: null,
        do: { kind: "status", status: 403, body: { message: "no" } },
    });
    const { signal, onReport } = interruptedAt("resize", 5_000);
    let at = Infinity;
    signal.addEventListener("abort", () => (at = clock.now()));
    expect((await verified({ signal, onReport })).left).toContain("403");
    await clock.sleep(3_600_000);
    expect(emulator.requests().filter((request) => request.method === "POST" && request.at > at)).toEqual([]);
});

test("a field that the API does not show fails only the change of it", async () => {
    emulator.setQuirks({ omit: ["metadata"] });
    expect(problems(await verified()).map((problem) => problem.split(":", 2).join(":"))).toEqual([
        "failed: set the environment to PROD",
        "failed: set the environment to DEV",
    ]);
});

test("what was refused is not undone, and the report says so", async () => {
    for (const endpoint of ["setServiceHa", "createVpc"] as const)
        emulator.faults.add({ endpoint, count: null, do: { kind: "status", status: 403, body: { message: "no" } } });
    const report = await verified();
    expect(report.steps).toHaveLength(20);
    expect(problems(report)).toEqual([
        expect.stringMatching(/^failed: create a VPC: .*403/),
        expect.stringMatching(/^failed: add an HA replica: .*403/),
        "skipped: attach the VPC: there is no VPC",
        "skipped: detach the VPC: there is no VPC",
        "skipped: remove the HA replica: it is so already",
        "skipped: delete the VPC: there is none",
    ]);
});

test("a step that failed has no part in the next one", async () => {
    emulator.faults.add({
        endpoint: "resizeService",
        do: { kind: "status", status: 422, when: "after", body: { message: "no" } },
    });
    await verified();
    const calls = emulator.requests().map(({ endpoint }) => endpoint);
    expect(calls.filter((call) => call === "resizeService")).toHaveLength(1);
});

test("a set whose first deletion is refused goes with its service: nothing is left", async () => {
    emulator.faults.add({
        endpoint: "deleteReplicaSet",
        do: { kind: "status", status: 403, body: { message: "no" } },
    });
    expect(await verified()).toMatchObject({ left: null });
});

test("a set that somebody else has made in the service is kept, and so is the service", async () => {
    const { left } = await verified({
        onReport: (text) => {
            const own = [...emulator.world.services.values()].find(({ name }) => name.startsWith("verify-"));
            if (text === "pause ..." && own !== undefined)
                emulator.create.replicaSet({ service_id: own.id, name: "theirs-too" });
        },
    });
    expect(left).toContain("theirs-too");
});

test("an API that writes another name than it was asked for: its own is deleted all the same", async () => {
    emulator.intercept({
        after: ({ endpoint }) => {
            if (endpoint !== "createService") return;
            for (const one of emulator.world.services.values())
                if (one.name.startsWith("verify-")) one.name = `acct-${one.name}`;
        },
    });
    await verified();
});

test("an API that hides what a paused service has is followed to the end", async () => {
    emulator.setQuirks({ pausedOmit: ["connectionPooler", "vpcId"] });
    expect(problems(await verified())).toEqual([]);
});

test("a service that the API creates though it refuses it is deleted", async () => {
    emulator.faults.add({
        endpoint: "createService",
        count: null,
        do: { kind: "status", status: 400, body: { message: "no" }, when: "after" },
    });
    const report = await verified();
    expect(report.left).toBeNull();
    expect(report.steps.at(-2)).toMatchObject({ what: "delete the service", outcome: "passed" });
});

test.each(["create a service", "resize", "create a read replica set", "pause"])(
    "interrupted at `%s`: nothing more is changed, and everything is deleted",
    async (what) => {
        const report = await verified(interruptedAt(what, 1_000));
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

test.each(["vpcs", "services"] as const)(
    "what somebody else has renamed is kept, and named: of the %s",
    async (kind) => {
        const own = () => [...emulator.world[kind].values()].find(({ name }) => name.startsWith("verify-"));
        let renamed: string | undefined;
        const report = await verified({
            onReport(text) {
                const { id } = own() ?? {};
                // Steps follow that read the service.
                if (text !== "resize ..." || id === undefined) return;
                emulator.drift(id, { name: "now-theirs" });
                renamed = id;
            },
        });
        expect(report.left).toContain("has another name now");
        expect(verifyExitCode(report)).toBe(123);
        expect(emulator.world[kind].get(renamed ?? "")).toMatchObject({ name: "now-theirs" });
    },
);

test("the plan names all that it creates", () => {
    const plan = planOf("eu-central-1", "10.9.0.0/16");
    const text = planText("prj1", plan);
    expect(text.split(plan.name)).toHaveLength(4);
    expect(invalidPlan(plan)).toBeUndefined();
    expect(invalidPlan({ ...plan, cidr: "banana" })).toMatch(/^--cidr must be/);
    expect(text).toContain("10.9.0.0/16 in eu-central-1");
});
