// Restore drills: what they send, what they report, and that their fork goes in every case.
import { assertValid, drill, type DrillContext, type DrillRequest } from "../../../src/commands/drill/drill";
import { DrillEnded, drillText, type CommandEnd, type DrillReport } from "../../../src/commands/drill/report";
import { ApiError } from "../../../src/provider/api";
import type { EmulatorOptions } from "../../../src/emulator";
import type { ServiceRow } from "../../../src/emulator/resources/service";
import { failureOf } from "../../support/inProcess";
import { Lab } from "../../support/lab";

const minute = 60_000;
const hour = 60 * minute;

let lab: Lab;
let orders: ServiceRow;
let before: string;
const startLab = async (options: EmulatorOptions = {}) => {
    // Operations take a twentieth of their time, so that fewer looks are made in the course of one.
    lab = await Lab.start({ timeScale: 0.05, ...options });
    orders = lab.emulator.create.service({ name: "Orders DB", environment: "PROD", cpu_millis: 4000, memory_gbs: 16 });
    before = shown(orders);
};

/** All of a row but its log, in which the API itself notes a fork. */
const shown = ({ logs: _, ...row }: ServiceRow) => JSON.stringify(row);

beforeEach(() => startLab());
afterEach(async () => {
    try {
        // The original is as it was, and no call but the fork's own was made on it.
        expect(shown(orders)).toBe(before);
        const onOriginal = lab.writes().filter((call) => call.includes(`/services/${orders.id}`));
        expect(new Set(onOriginal).size).toBeLessThanOrEqual(1);
        for (const call of onOriginal) expect(call).toBe(forkCall());
    } finally {
        await lab.stop();
    }
});

const forkCall = () => `POST /services/${orders.id}/forkService`;
const passing = (): Promise<CommandEnd> => Promise.resolve({ exitCode: 0 });
const moment = "2029-12-31T22:00Z";

const login = { user: "tsdbadmin", database: "tsdb", sslmode: "require" } as const;

const run = (request: Partial<DrillRequest> = {}, context: Partial<DrillContext> = {}): Promise<DrillReport> =>
    drill(
        { service: orders.id, ...login, timeout: 2 * hour, ...request },
        {
            project: lab.project,
            signal: new AbortController().signal,
            report: () => undefined,
            run: passing,
            ...context,
        },
    );

/** The fork's id, and the calls to be made where nothing goes wrong. */
const forkOf = (report: DrillReport) => report.fork.id ?? "none";
const usual = (report: DrillReport) => [forkCall(), `DELETE /services/${forkOf(report)}`];
const onlyOriginal = () => expect(lab.services().map(({ id }) => id)).toEqual([orders.id]);

const interrupted = () => new DrillEnded("interrupted", 130, "interrupted by SIGINT", "SIGINT");

describe("what a drill does", () => {
    test("of a moment: a DEV fork of the same size, its address for the command, the report, and nothing else", async () => {
        await lab.stop();
        await startLab({ timeScale: 1 });
        const urls: string[] = [];
        const texts: string[] = [];
        let fork: ServiceRow | undefined;
        const report = await run(
            { at: moment },
            {
                report: (text) => void texts.push(text),
                async run(url) {
                    urls.push(url);
                    fork = { ...lab.emulator.world.services.get(lab.services()[1]!.id)! };
                    await lab.clock.sleep(12_000);
                    return { exitCode: 0 };
                },
            },
        );
        expect(lab.writes()).toEqual(usual(report));
        const requests = lab.emulator.requests();
        const [post, deletion] = requests.filter(({ method }) => method !== "GET");
        // What was answered needs no search.
        const between = requests.slice(requests.indexOf(post!), requests.indexOf(deletion!));
        expect(between.map(({ endpoint }) => endpoint)).not.toContain("listServices");
        expect(post?.body).toEqual({
            fork_strategy: "PITR",
            target_time: "2029-12-31T22:00:00Z",
            name: report.fork.name,
            environment_tag: "DEV",
        });
        expect(fork).toMatchObject({ environment: "DEV", status: "READY", cpu_millis: 4000, memory_gbs: 16 });
        expect(urls).toEqual([
            expect.stringMatching(
                new RegExp(`^postgresql://tsdbadmin:${fork!.password}@[^/]+:\\d+/tsdb\\?sslmode=require$`),
            ),
        ]);
        expect(texts.join("\n") + drillText(report) + JSON.stringify(report)).not.toContain(fork!.password);
        expect(report.fork.name).toMatch(/^drill-orders-db-[0-9a-f]{16}-until-20300101t0300z$/);
        expect(report).toEqual({
            outcome: "passed",
            exitCode: 0,
            service: { id: orders.id, name: "Orders DB" },
            fork: { id: forkOf(report), name: report.fork.name, cpuMillis: 4000, memoryGbs: 16 },
            strategy: "PITR",
            pointInTime: "2029-12-31T22:00:00.000Z",
            dataAgeSeconds: 7200,
            startedAt: "2030-01-01T00:00:00.000Z",
            readyAt: expect.stringMatching(/^2030-01-01T00:05:1/) as string,
            restoreSeconds: expect.closeTo(313, -1) as number,
            command: { exitCode: 0, seconds: 12 },
            deletedAt: expect.stringMatching(/^2030-01-01T00:06:/) as string,
            problem: null,
            left: null,
        });
        expect(drillText(report)).toMatch(
            /^restore drill of service Orders DB \(\w+\): passed\n {2}data: {5}of 2029-12-31T22:00:00.000Z, 2 h old when the drill began\n {2}restore: {2}ready after 5 m 1\d s\n {2}command: {2}exit code 0 after 12 s\n {2}fork: {5}drill-\S+ \(\w+\)\n {2}deletion: confirmed at \S+\n$/,
        );
        onlyOriginal();
    });

    test("of the latest snapshot, with another size, by name: the report does not claim to know the age", async () => {
        const report = await run({ service: "orders db", cpuMillis: 500, memoryGbs: 2 });
        const [post] = lab.emulator.requests().filter(({ method }) => method === "POST");
        expect(post?.body).toEqual({
            fork_strategy: "LAST_SNAPSHOT",
            name: report.fork.name,
            environment_tag: "DEV",
            cpu_millis: "500",
            memory_gbs: "2",
        });
        expect(report).toMatchObject({ outcome: "passed", pointInTime: null, dataAgeSeconds: null });
        const escaping = { ...report.service, name: "orders\u001b[2J" };
        expect(drillText({ ...report, service: escaping })).not.toContain("\u001b");
        expect(drillText(report)).toContain(
            "the latest snapshot before 2030-01-01T00:00:00.000Z; the API does not tell",
        );
        expect(lab.writes()).toEqual(usual(report));
        onlyOriginal();
    });

    test("a command that fails: its exit code, and the fork goes", async () => {
        const report = await run({}, { run: () => Promise.resolve({ exitCode: 3 }) });
        expect(report).toMatchObject({ outcome: "commandFailed", exitCode: 3, command: { exitCode: 3 }, left: null });
        expect(lab.writes()).toEqual(usual(report));
        onlyOriginal();
    });

    test("a command that cannot be started, or whose start fails: the fork goes", async () => {
        const notStarted = "The command nope could not be started: ENOENT.";
        const report = await run({}, { run: () => Promise.resolve({ exitCode: 127, notStarted }) });
        expect(report).toMatchObject({ outcome: "failed", exitCode: 127, command: null, problem: notStarted });
        onlyOriginal();
        const other = await run({}, { run: () => Promise.reject(new Error("no memory")) });
        expect(other).toMatchObject({ outcome: "failed", exitCode: 125, problem: "no memory" });
        onlyOriginal();
    });
});

describe("what is refused before anything is requested", () => {
    const refused = async (request: Partial<DrillRequest>, message: RegExp) => {
        expect((await failureOf(run(request))).message).toMatch(message);
        expect(lab.writes()).toEqual([]);
    };

    test.each([
        [{ at: "yesterday" }, /^--at must be an RFC 3339 timestamp/],
        [{ user: "" }, /^--user must not be empty\.$/],
        [{ database: "a\0" }, /^--database must not contain a NUL character\.$/],
        [{ cpuMillis: -1, memoryGbs: 2 }, /^--cpu-millis must be more than 0 millicores/],
        [{ cpuMillis: "shared", memoryGbs: 2 }, /^--memory-gbs must be "shared" as well/],
    ] as const)("the options %j", (request, message) => {
        expect(() => assertValid({ service: "orders", ...login, timeout: hour, ...request })).toThrow(message);
    });

    test("a service that cannot be restored, or not to that moment", async () => {
        await refused({ service: "nope" }, /^There is no service nope in project /);
        await refused({ at: "2030-01-01T01:00:00Z" }, /^2030-01-01T01:00:00Z is in the future/);
        await refused({ at: "2029-01-01T00:00:00Z" }, /is before service \w+ was created/);
        const other = lab.emulator.create.service({ name: "orders db" });
        await refused(
            { service: "orders db" },
            /^Several services have the name orders db: Orders DB \(\w+\), orders db \(\w+\)\. Give the id of one\.$/,
        );
        lab.emulator.drift(other.id, { status: "DELETING" });
        await refused({ service: other.id }, /^Service \w+ is being deleted/);
    });
});

describe("the fork goes in every case", () => {
    test("it never becomes ready: the time-out ends the drill", async () => {
        lab.emulator.faults.add({ endpoint: "forkService", do: { kind: "stuck" } });
        const report = await run({ timeout: 30 * minute });
        expect(report).toMatchObject({ outcome: "timedOut", exitCode: 124, readyAt: null, command: null, left: null });
        expect(report.problem).toBe("The drill did not complete within 30 m; `--timeout` allows longer.");
        expect(lab.writes()).toEqual(usual(report));
        onlyOriginal();
    });

    test("it fails to become ready", async () => {
        lab.emulator.faults.add({ endpoint: "forkService", do: { kind: "fail" } });
        const report = await run();
        expect(report).toMatchObject({ outcome: "failed", exitCode: 125, command: null, left: null });
        expect(report.problem).toMatch(/^service \w+: forking failed: its status stays UNSTABLE\.$/);
        onlyOriginal();
    });

    test("the command does not end: it is told to, and the drill has timed out, whatever its exit code", async () => {
        const reasons: unknown[] = [];
        const hanging = (_: string, signal: AbortSignal) =>
            new Promise<CommandEnd>((resolve) =>
                signal.addEventListener("abort", () => {
                    reasons.push(signal.reason);
                    resolve({ exitCode: 0 });
                }),
            );
        const report = await run({ timeout: 30 * minute }, { run: hanging });
        expect(reasons).toEqual([expect.objectContaining({ signal: "SIGTERM" })]);
        expect(report).toMatchObject({ outcome: "timedOut", exitCode: 124, command: { exitCode: 0 }, left: null });
        onlyOriginal();
    });

    test.each(["before the POST is answered", "while the fork is made", "while the command runs"])(
        "an interruption %s",
        async (when) => {
            const controller = new AbortController();
            const interrupt = () => controller.abort(interrupted());
            if (when.startsWith("before"))
                lab.emulator.intercept({ before: ({ endpoint }) => endpoint === "forkService" && interrupt() });
            if (when.includes("fork is made")) void lab.clock.sleep(2_000).then(interrupt);
            const runIt = jest.fn(() => {
                interrupt();
                return passing();
            });
            const report = await run({}, { signal: controller.signal, run: runIt });
            expect(runIt).toHaveBeenCalledTimes(when.includes("command") ? 1 : 0);
            expect(report).toMatchObject({ outcome: "interrupted", exitCode: 130, problem: "interrupted by SIGINT" });
            expect(report.deletedAt).not.toBeNull();
            expect(lab.writes()).toEqual(usual(report));
            onlyOriginal();
        },
    );

    test("an interruption before anything is requested: nothing is", async () => {
        const failure = await failureOf(run({}, { signal: AbortSignal.abort(interrupted()) }));
        expect(failure).toBeInstanceOf(DrillEnded);
        expect(lab.writes()).toEqual([]);
    });

    test("a deletion that fails for a while is repeated", async () => {
        lab.emulator.faults.add({ endpoint: "deleteService", count: 3, do: { kind: "status", status: 500 } });
        const report = await run();
        expect(report).toMatchObject({ outcome: "passed", left: null });
        onlyOriginal();
    });

    test("a deletion that is refused: an exit code of its own, and what deletes the fork", async () => {
        lab.emulator.faults.add({ endpoint: "deleteService", count: null, do: { kind: "status", status: 403 } });
        const report = await run();
        expect(report).toMatchObject({ outcome: "failed", exitCode: 123, command: { exitCode: 0 }, deletedAt: null });
        expect(report.problem).toBe("The command succeeded, but the fork may still exist.");
        expect(report.left).toMatch(
            /403.*[^.]\. `clouddb sweep` lists service drill-\S+ from 2030-01-01T03:00:00.000Z on, and `clouddb sweep --yes` deletes it\.$/,
        );
        expect(drillText(report)).toContain("\n  left:     ");
    });

    test("what it leaves is listed by a sweep from the minute on that its name has", async () => {
        lab.emulator.faults.add({ endpoint: "deleteService", count: null, do: { kind: "status", status: 403 } });
        const { fork, left } = await run({ timeout: 2 * hour + 1500 });
        expect(fork.name).toMatch(/-until-20300101t0301z$/);
        expect(left).toContain("from 2030-01-01T03:01:00.000Z on");
    });

    describe("but what somebody has changed meanwhile is kept and named", () => {
        const kept = (report: DrillReport, why: string) => {
            expect(report).toMatchObject({ outcome: "failed", exitCode: 123, deletedAt: null });
            expect(report.problem).toBe("The command succeeded, but the fork may still exist.");
            expect(report.left).toBe(`Fork ${report.fork.name} (${forkOf(report)}) is kept: ${why}.`);
            expect(lab.services().map(({ id }) => id)).toEqual([orders.id, forkOf(report)]);
        };

        test.each([
            [{ environment: "PROD" }, "its environment is PROD now"],
            [{ environment: null }, "its environment is unknown now"],
            [{ name: "orders-restored" }, "its name is orders-restored now"],
            [{ forked_from: { service_id: "other" } }, "its parent is other now"],
        ])("%j", async (change, why) => {
            const runIt = () => {
                Object.assign(lab.emulator.world.services.get(lab.services()[1]!.id)!, change);
                return passing();
            };
            const report = await run({}, { run: runIt });
            kept(report, why);
            expect(lab.writes()).toEqual([forkCall()]);
        });

        test.each([409, 423])("while its deletion is refused with %i and repeated", async (status) => {
            lab.emulator.faults.add({ endpoint: "deleteService", count: 2, do: { kind: "status", status } });
            let deletes = 0;
            lab.emulator.intercept({
                before({ endpoint, path }) {
                    if (endpoint === "deleteService" && ++deletes === 2)
                        lab.emulator.drift(path.split("/").at(-1)!, { environment: "PROD" });
                },
            });
            kept(await run(), "its environment is PROD now");
            expect(deletes).toBe(2);
        });
    });

    test("the report's times are in order, also if the API's clock goes back by less than a second", async () => {
        let time = lab.clock.now();
        jest.spyOn(lab.project.client, "now").mockImplementation(() => (time -= 400));
        const { startedAt, readyAt, deletedAt } = await run();
        expect([readyAt, deletedAt]).toEqual([startedAt, startedAt]);
    });

    test("a parent that has no backup until the time-out: nothing was created, and nothing is left", async () => {
        const fresh = lab.emulator.create.service({ name: "fresh" });
        lab.emulator.drift(fresh.id, { backup_at: lab.clock.now() + 24 * hour });
        const report = await run({ service: fresh.id, timeout: 30 * minute });
        expect(report).toMatchObject({ outcome: "failed", fork: { id: null }, deletedAt: null, left: null });
        expect(report.problem).toMatch(/NO_BACKUP/);
        expect(new Set(lab.writes())).toEqual(new Set([`POST /services/${fresh.id}/forkService`]));
    });
});

describe("an answer that is lost, or wrong", () => {
    const isWrite = (name: string, call: string) => call.includes(name);

    test("the fork is found by its name, gets a password, and goes", async () => {
        lab.emulator.faults.add({ endpoint: "forkService", do: { kind: "drop", when: "after" } });
        const urls: string[] = [];
        let password = "";
        const report = await run(
            {},
            {
                run(url) {
                    urls.push(url);
                    ({ password } = lab.emulator.world.services.get(lab.services()[1]!.id)!);
                    return passing();
                },
            },
        );
        expect(report).toMatchObject({ outcome: "passed", left: null });
        expect(urls).toEqual([expect.stringContaining(`:${password}@`)]);
        const [fork, ...others] = lab.writes();
        expect(fork).toBe(forkCall());
        expect(others).toEqual([
            `POST /services/${forkOf(report)}/updatePassword`,
            `DELETE /services/${forkOf(report)}`,
        ]);
        onlyOriginal();
    });

    const mayExist =
        /^The outcome of a call that forks the service is not known\. The API lists no fork of it, but one may exist all the same\. `clouddb sweep` lists service drill-orders-db-\S+ from \S+ on, and `clouddb sweep --yes` deletes it\.$/;

    test("a call that was not carried out is repeated; as nothing proves that it was not, a fork may be left", async () => {
        lab.emulator.faults.add({ endpoint: "forkService", do: { kind: "drop", when: "before" } });
        const report = await run();
        expect(report).toMatchObject({ outcome: "failed", exitCode: 123, command: { exitCode: 0 }, deletedAt: null });
        expect(report.left).toMatch(mayExist);
        expect(lab.writes()).toEqual([forkCall(), ...usual(report)]);
        onlyOriginal();
    });

    test("a call that never left this machine leaves nothing", async () => {
        const about = { kind: "transport", method: "POST", path: "/", outcomeUnknown: false } as const;
        const fork = jest.spyOn(lab.project.client.services, "fork");
        fork.mockRejectedValue(new ApiError("no connection", about));
        expect(await run()).toMatchObject({ outcome: "failed", exitCode: 125, left: null });
    });

    test("an error that follows the work, and a list that lags for less than a minute: the fork is found, and goes", async () => {
        await lab.stop();
        await startLab({ quirks: { hiddenMs: 20 * 50_000 } });
        lab.emulator.faults.add({ endpoint: "forkService", do: { kind: "status", status: 500, when: "after" } });
        const report = await run();
        expect(report).toMatchObject({ outcome: "passed", left: null });
        const [fork, deletion] = usual(report);
        const password = `POST /services/${forkOf(report)}/updatePassword`;
        expect(lab.writes()).toEqual([fork, password, deletion]);
        onlyOriginal();
    });

    test("an error that follows the work, and a list that lags for longer: the fork may be left, and is named", async () => {
        await lab.stop();
        await startLab({ quirks: { hiddenMs: 20 * 80_000 } });
        lab.emulator.faults.add({ endpoint: "forkService", do: { kind: "status", status: 500, when: "after" } });
        const report = await run();
        expect(report).toMatchObject({ outcome: "failed", exitCode: 123, deletedAt: null });
        expect(report.left).toMatch(mayExist);
        expect(lab.writes()).toEqual([forkCall()]);
    });

    test("a refusal that follows the work, while the list is refused as well: the fork goes", async () => {
        lab.emulator.faults.add({ endpoint: "forkService", do: { kind: "status", status: 403, when: "after" } });
        lab.emulator.faults.add({ endpoint: "listServices", after: 2, do: { kind: "status", status: 403 } });
        const report = await run();
        expect(report).toMatchObject({ outcome: "failed", exitCode: 125, left: null });
        expect(lab.writes()).toEqual(usual(report));
        onlyOriginal();
    });

    test("a refusal that follows the work, and is repeated: both forks go", async () => {
        await lab.stop();
        await startLab({ quirks: { hiddenMs: 20 * 10_000 } });
        const body = { code: "BUSY", message: "Another operation is in progress." };
        lab.emulator.faults.add({ endpoint: "forkService", do: { kind: "status", status: 409, body, when: "after" } });
        const report = await run();
        expect(lab.writes().filter((call) => isWrite("forkService", call))).toHaveLength(2);
        expect(report.left).toBeNull();
        onlyOriginal();
    });

    test("a refusal, and then no list: a fork may be left", async () => {
        lab.emulator.faults.add({ endpoint: "forkService", do: { kind: "status", status: 403 } });
        lab.emulator.faults.add({
            endpoint: "listServices",
            after: 2,
            count: null,
            do: { kind: "status", status: 403 },
        });
        const report = await run();
        expect(report).toMatchObject({ outcome: "failed", exitCode: 123 });
        expect(report.left).toMatch(
            /^Whether a call has created another fork cannot be seen: GET .* 403.*\. `clouddb sweep` lists/,
        );
    });

    test("of two forks, one cannot be deleted: the other one goes, and the report names the first", async () => {
        await lab.stop();
        await startLab({ quirks: { hiddenMs: 20 * 70_000 } });
        lab.emulator.faults.add({ endpoint: "forkService", do: { kind: "drop", when: "after" } });
        let first = "";
        lab.emulator.intercept({
            after({ endpoint }) {
                if (endpoint !== "forkService" || first !== "") return;
                first = lab.services()[1]!.id;
                const path = `*/services/${first}`;
                lab.emulator.faults.add({ verb: "DELETE", path, count: null, do: { kind: "status", status: 403 } });
            },
        });
        const report = await run();
        expect(report.exitCode).toBe(123);
        expect(report.left).toContain(first);
        expect(lab.services().map(({ id }) => id)).toEqual([orders.id, first]);
    });

    test("a call that was repeated although it was carried out: both forks go", async () => {
        await lab.stop();
        await startLab({ quirks: { hiddenMs: 20 * 70_000 } });
        lab.emulator.faults.add({ endpoint: "forkService", do: { kind: "drop", when: "after" } });
        const report = await run();
        expect(lab.writes().filter((call) => isWrite("forkService", call))).toHaveLength(2);
        expect(lab.writes().filter((call) => isWrite("DELETE", call))).toHaveLength(2);
        expect(report.left).toBeNull();
        onlyOriginal();
    });

    test("an interruption while a lost answer is looked for: no second call, and the fork goes", async () => {
        lab.emulator.faults.add({ endpoint: "forkService", do: { kind: "drop", when: "after" } });
        const controller = new AbortController();
        void lab.clock.sleep(20_000).then(() => controller.abort(interrupted()));
        const report = await run({}, { signal: controller.signal });
        expect(report).toMatchObject({ outcome: "interrupted", left: null });
        expect(lab.writes().filter((call) => !isWrite("updatePassword", call))).toEqual(usual(report));
        onlyOriginal();
    });

    test("what the API never shows may be left", async () => {
        await lab.stop();
        await startLab({ quirks: { hiddenMs: 20 * 10 * hour } });
        lab.emulator.faults.add({ endpoint: "forkService", count: null, do: { kind: "drop", when: "after" } });
        const report = await run();
        expect(report).toMatchObject({ outcome: "failed", exitCode: 123, fork: { id: null }, deletedAt: null });
        expect(report.left).toMatch(mayExist);
    });

    test.each([
        ["the original's", "Orders DB"],
        ["another service's", "bystander"],
    ])("%s record as the answer is not taken for the fork's", async (_, name) => {
        lab.emulator.create.service({ name: "bystander" });
        const { records } = await lab.project.client.services.list({ projectId: lab.project.id });
        const wrong = records.find((record) => record.name === name)!;
        const body = {
            service_id: wrong.serviceId,
            name: wrong.name,
            created: wrong.created,
            project_id: wrong.projectId,
            region_code: wrong.regionCode,
            resources: [],
            service_type: wrong.serviceType,
            status: "READY",
            initial_password: "stale-5f3a",
        };
        lab.emulator.faults.add({ endpoint: "forkService", do: { kind: "status", status: 202, body, when: "after" } });
        const urls: string[] = [];
        const report = await run(
            {},
            {
                run(url) {
                    urls.push(url);
                    return passing();
                },
            },
        );
        expect(report).toMatchObject({ outcome: "passed", left: null });
        expect(report.fork.id).not.toBe(wrong.serviceId);
        expect(urls.join()).not.toContain("stale-5f3a");
        expect(lab.services().map(({ name: left }) => left)).toEqual(["Orders DB", "bystander"]);
        expect(lab.writes().filter((call) => !call.includes(forkOf(report)))).toEqual([forkCall()]);
    });
});
