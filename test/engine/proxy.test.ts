// The engine, the program and the provider talk to each other on this machine, whatever proxy the environment names.
import { startEmulator, type Emulator } from "../../src/emulator";
import { deploy } from "../../src/engine";

let emulator: Emulator;
beforeAll(async () => void (emulator = await startEmulator({ timeScale: 0 })));
afterAll(() => emulator.stop());

const variables = ["http_proxy", "https_proxy", "grpc_proxy", "HTTP_PROXY", "HTTPS_PROXY"];
const before = { ...process.env };
afterEach(() => void (process.env = { ...before }));

test("an `up` under a proxy that is not there", async () => {
    for (const name of variables) process.env[name] = "http://127.0.0.1:1";
    const program = `
        const clouddb = require("pulumi-clouddb");
        exports.id = new clouddb.Service("orders", { regionCode: "us-east-1" }).id;
        exports.projects = clouddb.getProjects().then((all) => all.length);`;
    expect(await deploy({ operation: "up", program, emulator })).toMatchObject({
        exitCode: 0,
        outputs: { projects: 1 },
    });
});
