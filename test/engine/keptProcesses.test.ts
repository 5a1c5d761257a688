import { deploy, KeptProcesses, type DeployResult } from "../../src/engine";
import { startEmulator, type Emulator } from "../../src/emulator";

let emulator: Emulator;
let processes: KeptProcesses;
beforeAll(async () => {
    emulator = await startEmulator({ timeScale: 0 });
    processes = new KeptProcesses();
});
afterAll(async () => {
    await processes.end();
    await emulator.stop();
});

const run = (program: string, options: Partial<Parameters<typeof deploy>[0]> = {}): Promise<DeployResult> =>
    deploy({ operation: "up", program, emulator, processes, ...options });

test("operations share a process, and nothing of the program", async () => {
    const program = `
        global.runs = (global.runs ?? 0) + 1;
        exports.runs = global.runs;
        exports.pid = process.pid;
        exports.env = [process.env.KEPT, process.env.LEFT_BEHIND].join();
        exports.cwd = process.cwd() === __dirname;
        process.env.LEFT_BEHIND = "x";`;
    const first = await run(program, { env: { KEPT: "1" } });
    const second = await run(program);
    expect(first.outputs).toMatchObject({ runs: 1, env: "1,", cwd: true });
    // The global scope is the process's; environment, working directory and modules are not.
    expect(second.outputs).toMatchObject({ runs: 2, pid: first.outputs["pid"], env: ",", cwd: true });
});

test("output, errors and exit codes are those of the operation", async () => {
    const messages = ({ diagnostics }: DeployResult) =>
        diagnostics.map(({ message }) => message.split("\n")[1] ?? message);
    const failed = await run(`console.log("one"); throw new Error("boo");`);
    expect([failed.exitCode, messages(failed)]).toEqual([1, ["one", "Error: boo"]]);
    const later = await run(`setTimeout(() => console.log("two"), 1);`);
    expect([later.exitCode, messages(later)]).toEqual([0, ["two"]]);
    const exited = await run(`process.exit(3);`);
    expect([exited.exitCode, messages(exited)]).toEqual([
        1,
        ["an unhandled error occurred: Program exited with non-zero exit code: 3"],
    ]);
    const rejected = await run(`Promise.reject(new Error("hoo"));`);
    expect([rejected.exitCode, messages(rejected)]).toEqual([1, ["Error: hoo"]]);
    expect(await run("").then(({ exitCode }) => exitCode)).toBe(0);
});

test("functions of the program are serialized in each operation", async () => {
    for (const word of ["one", "two"]) {
        const { outputs } = await run(`
            const word = "${word}";
            const { runtime } = require("@pulumi/pulumi");
            exports.text = runtime.serializeFunction(() => word).then(({ text }) => text);`);
        expect(outputs["text"]).toContain(`word: "${word}"`);
    }
});

test("a provider is a new one for each operation, and an old one does nothing more", async () => {
    const service = (pooler: boolean) =>
        `const { Service } = require("pulumi-clouddb");
         new Service("db", { regionCode: "us-east-1", connectionPooler: ${pooler} });`;
    let state: DeployResult["state"];
    for (const [operation, pooler] of [
        ["up", false],
        ["refresh", false],
        ["up", true],
        ["up", true],
        ["destroy", true],
    ] as const) {
        const result = await run(service(pooler), { operation, state });
        expect(result).toMatchObject({ exitCode: 0, diagnostics: [] });
        state = result.state;
    }
    expect(emulator.world.services.size).toBe(0);
});

test.each([
    ["a rejection", "Promise.reject(new Error('late'))"],
    ["an error", "throw new Error('late')"],
    ["an exit", "process.exit(5)"],
])("%s of an earlier operation does not end a later one", async (_what, late) => {
    const leavesBehind = await run(`
        global.begun = global.done = false;
        const timer = setInterval(() => {
            if (!global.begun) return;
            clearInterval(timer);
            global.done = true;
            ${late};
        }, 1).unref();`);
    expect(leavesBehind.exitCode).toBe(0);
    const next = await run(`
        global.begun = true;
        const timer = setInterval(() => global.done && clearInterval(timer), 1);`);
    expect(next).toMatchObject({ exitCode: 0, diagnostics: [] });
});

test("an operation's connections end with it, and the next one knows nothing of them", async () => {
    const program = (body: string) => `
        const sdk = require("node:module").createRequire(require.resolve("@pulumi/pulumi/package.json"));
        const grpc = sdk("@grpc/grpc-js");
        const { EngineClient } = sdk("@pulumi/pulumi/proto/engine_grpc_pb");
        ${body}`;
    await run(
        program(`
        global.left = new grpc.Client("127.0.0.1:1", grpc.credentials.createInsecure());
        global.leftClients = [grpc.Client, EngineClient];
        exports.state = left.getChannel().getConnectivityState(false);`),
    );
    const later = await run(
        program(`
        exports.isClosed = left.getChannel().getConnectivityState(false) === grpc.connectivityState.SHUTDOWN;
        // gRPC keeps connections by their addresses, in its modules.
        exports.areNew = ![grpc.Client, EngineClient].some((each) => leftClients.includes(each));`),
    );
    expect(later.outputs).toEqual({ isClosed: true, areNew: true });
});

test("a process is replaced after some operations", async () => {
    const few = new KeptProcesses({ maxOperations: 2 });
    const pids = [];
    for (let n = 0; n < 4; n++) pids.push((await run("exports.pid = process.pid;", { processes: few })).outputs["pid"]);
    await few.end();
    expect(pids[1]).toBe(pids[0]);
    expect(pids[2]).not.toBe(pids[0]);
    expect(pids[3]).toBe(pids[2]);
});

test("without them each operation has processes of its own", async () => {
    const pid = async () => (await run("exports.pid = process.pid;", { processes: undefined })).outputs["pid"];
    expect(await pid()).not.toBe(await pid());
});
