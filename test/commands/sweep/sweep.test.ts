// What a sweep deletes, and what it must not.
import fc from "fast-check";
import { readStackExport } from "../../../src/commands/doctor/stackExport";
import { drill } from "../../../src/commands/drill/drill";
import { sweepExitCode, sweepText } from "../../../src/commands/sweep/report";
import { sweep, type SweepOptions, type SweepReport } from "../../../src/commands/sweep/sweep";
import { Project, serviceReader } from "../../../src/provider/lifecycle";
import type { Clock } from "../../../src/shared/clock";
import { record } from "../../provider/api/support";
import { stackExport, urn } from "../doctor/support";
import { forkName } from "../../support/forkName";
import { Lab } from "../../support/lab";

const hour = 3_600_000;

let lab: Lab;
beforeEach(async () => void (lab = await Lab.start({ timeScale: 0.05 })));
afterEach(() => lab.stop());

const run = (options: Partial<SweepOptions> = {}, project = lab.project): Promise<SweepReport> => {
    lab.emulator.clearRequests();
    return sweep(project, { yes: true, states: [], keep: [], report: () => undefined, ...options });
};
const stateWith = (...entries: Parameters<typeof stackExport>) => readStackExport(stackExport(...entries), "state");
const outcomes = ({ forks }: SweepReport) => Object.fromEntries(forks.map(({ id, outcome }) => [id, outcome]));

/** A fork out of band; by default a preview fork whose time has been over for a day. */
function fork(given: Readonly<Record<string, unknown>> = {}, parent: string | null = "parent"): string {
    const name = forkName("orders", "pr-1", { ttlHours: 24 });
    const { id, project_id } = lab.emulator.create.service({ name, age_ms: 48 * hour, ...given });
    const row = lab.emulator.world.services.get(id)!;
    row.forked_from = parent === null ? null : { project_id, service_id: parent };
    return id;
}

test("it lists the forks whose time is over, and sends nothing but GET requests", async () => {
    const preview = fork({ cpu_millis: 500, memory_gbs: 2 });
    const left = fork({ name: "drill-orders-0123456789abcdef-until-20291231t2300z" });
    fork({ age_ms: 23 * hour });
    fork({ name: "drill-orders-0123456789abcdef-until-20300101t0001z" });
    const report = await run({ yes: false });
    expect(lab.writes()).toEqual([]);
    expect(sweepExitCode(report)).toBe(0);
    expect(report.forks).toEqual([
        {
            id: preview,
            name: "preview-orders-pr-1-ttl24h",
            kind: "preview",
            subject: "orders-pr-1",
            parent: "parent",
            created: "2029-12-30T00:00:00.000Z",
            ageSeconds: 48 * 3600,
            expiredAt: "2029-12-31T00:00:00.000Z",
            size: "0.5 CPU / 2 GB",
            environment: "DEV",
            urn: null,
            outcome: "expired",
            why: null,
        },
        expect.objectContaining({ id: left, kind: "drill", subject: "orders", outcome: "expired" }),
    ]);
    expect(sweepText(report)).toBe(
        `expired: preview-orders-pr-1-ttl24h (${preview}): preview fork orders-pr-1, of service parent, 48 h old, expired at 2029-12-31T00:00:00.000Z, 0.5 CPU / 2 GB\n` +
            `expired: drill-orders-0123456789abcdef-until-20291231t2300z (${left}): restore drill orders, of service parent, 48 h old, expired at 2029-12-31T23:00:00.000Z, 0.5 CPU / 2 GB\n` +
            `project ${lab.project.id}: 2 expired\nNothing was deleted: \`clouddb sweep --yes\` deletes them.\n`,
    );
});

test.each([
    ["the API", -30 * hour, 0],
    ["the machine", 30 * hour, 1],
])("nothing is expired by the clock of %s alone", async (_whose, apart, expired) => {
    fork();
    fork({ age_ms: 23 * hour });
    const { clock, project } = lab;
    const machine: Clock = { now: () => clock.now() + apart, sleep: (ms, signal) => clock.sleep(ms, signal) };
    const { forks } = await run({ yes: false }, new Project(project.client, project.id, machine));
    expect(forks).toHaveLength(expired);
});

test("with --yes, it deletes them, waits until they are gone, and one failure does not stop the others", async () => {
    const ids = [1, 2, 3].map((n) => fork({ name: forkName("orders", `pr-${n}`, { ttlHours: 24 }) }));
    lab.emulator.create.replicaSet({ service_id: ids[1]! });
    const report = await run();
    expect(outcomes(report)).toEqual({ [ids[0]!]: "deleted", [ids[1]!]: "failed", [ids[2]!]: "deleted" });
    expect(report.forks[1]!.why).toMatch(/it still has read replica set/);
    expect(sweepExitCode(report)).toBe(1);
    expect(lab.services().map(({ id }) => id)).toEqual([ids[1]]);
    expect(lab.writes().sort()).toEqual([`DELETE /services/${ids[0]}`, `DELETE /services/${ids[2]}`].sort());
    expect(sweepText(await run({ yes: false }))).not.toContain(ids[0]);
});

test("it keeps what is not certainly DEV, and what a given state has or is about to create", async () => {
    const prod = fork({ environment: "PROD" });
    const untold = fork({ environment: null });
    const [owned, replaced, planned, adopted, named, kept] = ["a", "b", "c", "d", "e", "f"].map((one) =>
        fork({ name: forkName("orders", one, { ttlHours: 24 }) }),
    ) as [string, string, string, string, string, string];
    const nameOf = (id: string) => lab.emulator.world.services.get(id)!.name;
    const report = await run({
        keep: [kept, nameOf(named)],
        states: [
            stateWith([{ type: "Service", name: "a", id: owned }]),
            stateWith(
                [{ type: "Service", name: "b", id: replaced, delete: true }],
                [
                    {
                        type: "Service",
                        name: "c",
                        inputs: { name: nameOf(planned).toUpperCase() },
                        operation: "creating",
                    },
                    { type: "Service", name: "d", inputs: { adopt: adopted }, operation: "creating" },
                ],
            ),
        ],
    });
    expect(lab.writes()).toEqual([]);
    expect(Object.fromEntries(report.forks.map(({ id, why }) => [id, why]))).toEqual({
        [prod]: "its environment is PROD",
        [untold]: "the API does not report its environment, so it may be PROD",
        [owned]: `a given state has it as ${urn("Service", "a")}`,
        [replaced]: `a given state has it as ${urn("Service", "b")}`,
        [planned]: `a given state has it as ${urn("Service", "c")}`,
        [adopted]: `a given state has it as ${urn("Service", "d")}`,
        [named]: `\`--keep ${nameOf(named)}\` says so`,
        [kept]: `\`--keep ${kept}\` says so`,
    });
    expect(report.forks.map(({ outcome }) => outcome)).toEqual(Array(8).fill("kept"));
    expect(sweepExitCode(report)).toBe(0);
});

test("an environment that the list omits is read by the fork's own GET", async () => {
    lab.emulator.setQuirks({ listOmit: ["metadata"] });
    const [dev, prod] = [fork(), fork({ environment: "PROD" })];
    expect(outcomes(await run())).toEqual({ [dev]: "deleted", [prod]: "kept" });
});

test("an environment that cannot be read: this fork stays, and the others go", async () => {
    lab.emulator.setQuirks({ listOmit: ["metadata"] });
    const [unread, dev] = [fork(), fork()];
    lab.emulator.faults.add({ path: `*/services/${unread}`, count: null, do: { kind: "status", status: 403 } });
    const report = await run();
    expect(outcomes(report)).toEqual({ [unread]: "failed", [dev]: "deleted" });
    expect(report.forks.find(({ id }) => id === unread)!.why).toContain("403");
    expect(sweepExitCode(report)).toBe(1);
});

test.each([
    ["renamed", { name: "orders-production" }, /^its name has changed since it was listed: orders-production$/],
    ["tagged PROD", { environment: "PROD" }, /^its environment has changed since it was listed: PROD$/],
    ["deleted by someone else", { status: "DELETING" }, /^its status is DELETING now$/],
    [
        "not shown",
        undefined,
        /^the API does not show it now, which does not prove that it is gone: the next sweep looks again$/,
    ],
])("it skips what is %s between the list and the deletion", async (_, change, why) => {
    const id = fork();
    lab.emulator.intercept({
        before({ endpoint }) {
            if (endpoint !== "getService") return;
            if (change === undefined) lab.emulator.remove(id);
            else lab.emulator.drift(id, change);
        },
    });
    const report = await run();
    expect(report.forks).toEqual([
        expect.objectContaining({ outcome: "skipped", why: expect.stringMatching(why) as string }),
    ]);
    expect(lab.writes()).toEqual([]);
    expect(sweepExitCode(report)).toBe(0);
});

const promoted = { environment: "PROD" };

describe("what changes while its deletion is refused and repeated stays", () => {
    /** The DELETE requests after the first `count` of them, each of which the API refuses. */
    const refused = (status: number, count: number, change: Readonly<Record<string, unknown>>) => {
        const id = fork();
        lab.emulator.faults.add({ endpoint: "deleteService", count, do: { kind: "status", status } });
        const late: string[] = [];
        let deletes = 0;
        lab.emulator.intercept({
            before({ endpoint, path }) {
                if (endpoint !== "deleteService") return;
                if (++deletes === count) Object.assign(lab.emulator.world.services.get(id)!, change);
                if (deletes > count) late.push(path);
            },
        });
        return { id, late };
    };

    test.each([
        [409, 1],
        [423, 3],
        // The client repeats a DELETE that was answered with 503 some times by itself.
        [503, 5],
    ])("refused with %i", async (status, count) => {
        const { id, late } = refused(status, count, promoted);
        const report = await run();
        expect(late).toEqual([]);
        expect(report.forks).toMatchObject([
            { id, outcome: "skipped", why: "its environment has changed since it was listed: PROD" },
        ]);
        expect(sweepExitCode(report)).toBe(0);
        expect(lab.services().map((one) => one.id)).toEqual([id]);
    });

    test.each([
        ["renamed", { name: "orders" }, "its name has changed since it was listed: orders"],
        ["of another parent", { forked_from: { service_id: "other" } }, /^its parent has changed/],
        ["no fork any more", { forked_from: null }, "its parent has changed since it was listed: none"],
        ["made anew", { created_at: 0 }, /^its creation time has changed/],
    ])("%s", async (_, change, why) => {
        const { id, late } = refused(409, 2, change);
        const report = await run();
        expect(late).toEqual([]);
        expect(report.forks).toMatchObject([
            { id, outcome: "skipped", why: typeof why === "string" ? why : (expect.stringMatching(why) as string) },
        ]);
    });

    test("while a replica set goes", async () => {
        const id = fork();
        const set = lab.emulator.create.replicaSet({ service_id: id });
        lab.emulator.drift(set.id, { status: "deleting" });
        void lab.clock.sleep(60_000).then(() => {
            lab.emulator.drift(id, promoted);
            lab.emulator.remove(set.id);
        });
        const report = await run();
        expect(outcomes(report)).toEqual({ [id]: "skipped" });
        expect(lab.writes()).toEqual([]);
    });

    test("while a look at it fails", async () => {
        const id = fork();
        const end = lab.emulator.intercept({
            after({ endpoint }) {
                if (endpoint !== "getService") return;
                end();
                lab.emulator.faults.add({
                    endpoint: "getService",
                    count: 12,
                    do: { kind: "status", status: 500 },
                });
                lab.emulator.drift(id, promoted);
            },
        });
        expect(outcomes(await run())).toEqual({ [id]: "skipped" });
        expect(lab.writes()).toEqual([]);
    });
});

test("what has become a standby of its parent is skipped", async () => {
    const id = fork();
    const services = serviceReader(lab.project);
    const get = services.get.bind(services);
    jest.spyOn(services, "get").mockImplementation(async (one) => {
        const record = await get(one);
        return record && { ...record, forkedFrom: { ...record.forkedFrom, isStandby: true } };
    });
    expect((await run()).forks).toMatchObject([{ id, outcome: "skipped", why: "it is a standby of its parent now" }]);
    expect(lab.writes()).toEqual([]);
});

test("what is being deleted after an answer that was lost is awaited", async () => {
    const id = fork();
    lab.emulator.faults.add({
        endpoint: "deleteService",
        count: 5,
        do: { kind: "status", status: 500, when: "after" },
    });
    expect(outcomes(await run())).toEqual({ [id]: "deleted" });
    expect(lab.services()).toEqual([]);
});

test("a record that cannot be read: 1, and nothing else is stopped", async () => {
    lab.emulator.setQuirks({ malformedRecord: true });
    const id = fork();
    const report = await run();
    expect(outcomes(report)).toEqual({ [id]: "deleted" });
    expect(report.notChecked).toHaveLength(1);
    expect(sweepExitCode(report)).toBe(1);
    expect(sweepText(report)).toMatch(/^not checked: a service \(.*\): its record cannot be read: /m);
});

test.each(["0001-01-01T00:00:00Z", "2029-01-01T00:00:00", "soon"])(
    "a fork that was created %s: its time is only over if its name tells when, and it has no age",
    async (created) => {
        fork();
        const until = fork({ name: "preview-orders-pr-2-until-20291231t2300z" });
        const shown = [...lab.emulator.world.services.values()].map(({ id, name }) => ({
            ...record,
            ...{ service_id: id, name, created, metadata: { environment: "DEV" }, forked_from: { service_id: "p" } },
        }));
        lab.emulator.faults.add({ endpoint: "listServices", do: { kind: "status", status: 200, body: shown } });
        const report = await run({ yes: false });
        expect(outcomes(report)).toEqual({ [until]: "expired" });
        expect(report.forks[0]?.ageSeconds).toBeNull();
        expect(sweepText(report)).toContain("preview fork orders-pr-2, of service p, expired at 2029-12-31T23:00:00");
    },
);

test("what a killed drill has left is swept after its time-out and an hour, and a drill in progress never is", async () => {
    const orders = lab.emulator.create.service({ name: "orders", environment: "PROD" });
    const controller = new AbortController();
    const hung = drill(
        { service: orders.id, user: "u", database: "d", sslmode: "require", timeout: 2 * hour },
        {
            project: lab.project,
            signal: controller.signal,
            report: () => undefined,
            // The process is gone before it deletes the fork: here, the API refuses that until it is gone.
            run() {
                lab.emulator.faults.add({ endpoint: "deleteService", do: { kind: "status", status: 403 } });
                return Promise.resolve({ exitCode: 0 });
            },
        },
    );
    const { fork: left } = await hung;
    expect(outcomes(await run())).toEqual({});
    await lab.clock.sleep(3 * hour - 10 * 60_000);
    expect(outcomes(await run())).toEqual({});
    await lab.clock.sleep(11 * 60_000);
    expect(outcomes(await run())).toEqual({ [left.id!]: "deleted" });
    expect(lab.services().map(({ id }) => id)).toEqual([orders.id]);
});

test("property: it never deletes what it must not, and deletes all else", async () => {
    const names = fc.oneof(
        fc.constantFrom("orders", "preview", "preview-orders", "drill-orders", "drill-orders-until-20200101t0000z"),
        fc.integer({ min: 1, max: 96 }).map((ttlHours) => forkName("orders", "pr", { ttlHours })),
        fc
            .integer({ min: -48, max: 12 })
            .map((n) =>
                forkName("orders", "pr", { expiresAt: new Date(Date.UTC(2030, 0, 1) + n * hour).toISOString() }),
            ),
        fc
            .constantFrom("20291231t2359z", "20300101t0000z", "20300102t0000z")
            .map((until) => `drill-orders-0123456789abcdef-until-${until}`),
    );
    /** So that most services differ from what is to be deleted in one thing, if in any. */
    const mostly = <T>(usual: T, ...others: T[]) =>
        fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
    const services = fc.array(
        fc.record({
            name: names,
            age: fc.integer({ min: 0, max: 96 }),
            environment: mostly("DEV", "PROD", "prod", "STAGING", null),
            isFork: mostly(true, false),
            status: mostly("READY", "PAUSED", "UNSTABLE", "DELETING"),
            inState: mostly(false, true),
            /** What becomes of it after the list. */
            then: mostly("same", "PROD", "renamed"),
        }),
        { maxLength: 10 },
    );
    await fc.assert(
        fc.asyncProperty(services, async (given) => {
            lab.emulator.reset();
            const now = lab.emulator.now();
            const made = given.map(({ age, environment, isFork, status, ...one }) => {
                const id = fork({ name: one.name, age_ms: age * hour, environment, status }, isFork ? "parent" : null);
                return { ...one, age, environment, isFork, status, id };
            });
            const pending = new Map(made.map((one) => [one.id, one]));
            const end = lab.emulator.intercept({
                before({ endpoint, path }) {
                    const one = endpoint === "getService" ? pending.get(path.split("/").at(-1) ?? "") : undefined;
                    if (one === undefined) return;
                    pending.delete(one.id);
                    if (one.then === "PROD") lab.emulator.drift(one.id, { environment: "PROD" });
                    if (one.then === "renamed") lab.emulator.drift(one.id, { name: "kept" });
                },
            });
            const states = [
                stateWith(made.filter(({ inState }) => inState).map(({ id }) => ({ type: "Service", name: id, id }))),
            ];
            const report = await run({ states });
            end();
            const until = (name: string, age: number): number => {
                const [, hours] = /-ttl(\d+)h$/.exec(name) ?? [];
                if (hours !== undefined) return now - age * hour + Number(hours) * hour;
                const [, y, m, d, h, min] = /-until-(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)z$/.exec(name) ?? [];
                return Date.UTC(Number(y), Number(m) - 1, Number(d), Number(h), Number(min));
            };
            const isOurs = (name: string) =>
                /^preview-.+-(ttl\d+h|until-\d{8}t\d{4}z)$/.test(name) ||
                /^drill-.+-[0-9a-f]{16}-until-\d{8}t\d{4}z$/.test(name);
            // A response tells the API's time in whole seconds.
            const sure = made.filter((one) => !(Math.abs(until(one.name, one.age) - now) <= 1_000));
            const wanted = sure.filter(
                (one) =>
                    one.isFork &&
                    isOurs(one.name) &&
                    until(one.name, one.age) <= now &&
                    one.status !== "DELETING" &&
                    one.environment === "DEV" &&
                    !one.inState &&
                    one.then === "same",
            );
            const isSure = (id: string) => sure.some((one) => one.id === id);
            const deleted = lab.writes().filter((call) => isSure(call.split("/").at(-1) ?? ""));
            expect(deleted.sort()).toEqual(wanted.map(({ id }) => `DELETE /services/${id}`).sort());
            expect(
                report.forks
                    .filter(({ id, outcome }) => outcome === "deleted" && isSure(id))
                    .map(({ id }) => id)
                    .sort(),
            ).toEqual(wanted.map(({ id }) => id).sort());
        }),
        { numRuns: 150 },
    );
});
