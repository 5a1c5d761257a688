// The command as a process: its output, its exit codes, and real signals.
import type { DrillReport } from "../../../src/commands/drill/report";
import { startEmulator, type Emulator } from "../../../src/emulator";
import { startClouddb } from "../../support/clouddb";

let emulator: Emulator;
let orders: string;
beforeEach(async () => {
    emulator = await startEmulator({ timeScale: 0 });
    orders = emulator.create.service({ name: "orders" }).id;
});
afterEach(() => emulator.stop());

const drill = (script: string, ...options: string[]) => {
    const login = ["--user", "tsdbadmin", "--database", "tsdb"];
    return startClouddb(emulator, ["drill", "orders", ...login, ...options, "--", process.execPath, "-e", script]);
};
const left = () => [...emulator.world.services.keys()];

test("the command gets DATABASE_URL and no API key; its exit code is the drill's, and standard output is the report alone", async () => {
    const script = `
        console.log("from the command");
        const { DATABASE_URL, CLOUDDB_API_KEY } = process.env;
        const { protocol, username, password, pathname } = new URL(DATABASE_URL);
        const isRight = protocol === "postgresql:" && username === "tsdbadmin" && password && pathname === "/tsdb";
        process.exit(isRight && CLOUDDB_API_KEY === undefined ? 7 : 1);`;
    const { code, out, err } = await drill(script, "--json", "--at", new Date().toISOString()).ended;
    expect(code).toBe(7);
    expect(JSON.parse(out) as DrillReport).toMatchObject({
        outcome: "commandFailed",
        exitCode: 7,
        service: { id: orders },
        strategy: "PITR",
        left: null,
    });
    expect(err).toContain("from the command\n");
    expect(left()).toEqual([orders]);
});

const login = ["--user", "u", "--database", "d"];

test("a command that does not exist, a service that does not, and an invalid option: nothing is requested", async () => {
    const missing = await startClouddb(emulator, ["drill", orders, ...login, "--", "no-such-command"]).ended;
    expect(missing).toMatchObject({
        code: 127,
        out: "",
        err: "error: The command no-such-command could not be started: ENOENT.\n",
    });
    expect(emulator.requests()).toEqual([]);
    const unknown = await startClouddb(emulator, ["drill", "nope", ...login, "--", "true"]).ended;
    expect(unknown).toMatchObject({ code: 125, out: "" });
    expect(unknown.err).toMatch(/^error: There is no service nope in project \w+, which has orders \(\w+\)\.\n$/);
    const invalid = await startClouddb(emulator, ["drill", orders, ...login, "--at", "soon", "--", "true"]).ended;
    expect(invalid).toMatchObject({ code: 2, out: "" });
    expect(invalid.err).toMatch(/^error: --at must be an RFC 3339 timestamp.*\.\nTry `clouddb drill --help`\.\n$/);
    expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
});

test("--json prints a report also if the drill fails before it requests a fork", async () => {
    const { code, out, err } = await startClouddb(emulator, ["drill", "nope", ...login, "--json", "--", "true"]).ended;
    expect(code).toBe(125);
    const problem = expect.stringMatching(
        /^There is no service nope in project \w+, which has orders \(\w+\)\.$/,
    ) as string;
    expect(JSON.parse(out)).toEqual({
        outcome: "failed",
        exitCode: 125,
        problem,
        ...Object.fromEntries(
            [
                ...["service", "fork", "strategy", "pointInTime", "dataAgeSeconds", "startedAt", "readyAt"],
                ...["restoreSeconds", "command", "deletedAt", "left"],
            ].map((field) => [field, null]),
        ),
    });
    expect(err).toMatch(/^error: There is no service nope in/);
    const refused = { url: emulator.url, token: "wrong" };
    const wrongKey = await startClouddb(refused, ["drill", orders, ...login, "--json", "--", "true"]).ended;
    expect(wrongKey.code).toBe(125);
    expect(JSON.parse(wrongKey.out)).toMatchObject({
        outcome: "failed",
        problem: expect.stringContaining("401") as string,
    });
    const missing = await startClouddb(emulator, ["drill", orders, ...login, "--json", "--", "no-such"]).ended;
    expect(JSON.parse(missing.out)).toMatchObject({ outcome: "failed", exitCode: 127 });
});

test("SIGINT, also twice at once: the command gets it, and the fork is deleted", async () => {
    const { child, wrote, ended } = drill(
        `process.once("SIGINT", () => { console.log("told"); process.exit(0); }); setInterval(() => {}, 1e6); console.log("started");`,
    );
    await wrote("started");
    child.kill("SIGINT");
    child.kill("SIGINT");
    const { code, out } = await ended;
    expect(code).toBe(130);
    expect(out).toMatch(/^started\ntold\nrestore drill of service orders \(\w+\): interrupted\n/);
    expect(out).toMatch(/^ {2}deletion: confirmed at /m);
    expect(left()).toEqual([orders]);
});

test.each([[], ["--json"]])(
    "a second signal while the API does not answer: 123, and what deletes the fork %j",
    async (...options) => {
        emulator.faults.add({ endpoint: "deleteService", count: null, do: { kind: "hang" } });
        const { child, wrote, ended } = drill(`setInterval(() => {}, 1e6); console.log("started");`, ...options);
        await wrote("started");
        const repeat = setInterval(() => child.kill("SIGTERM"), 100);
        const { code, err, out } = await ended;
        clearInterval(repeat);
        expect(code).toBe(123);
        if (options.length > 0)
            expect(JSON.parse(out)).toMatchObject({
                outcome: "interrupted",
                exitCode: 123,
                problem: "A second signal ended the drill at once.",
                left: expect.stringMatching(/^`clouddb sweep` lists service drill-orders-/) as string,
            });
        expect(err).toMatch(
            /^The fork may be left\. `clouddb sweep` lists service drill-orders-\S+ from \S+ on, and `clouddb sweep --yes` deletes it\.$/m,
        );
    },
);
