// The command as a process: nothing without --yes, and real signals.
import type { VerifyReport } from "../../../src/commands/verify/report";
import { startEmulator, type Emulator } from "../../../src/emulator";
import { startClouddb } from "../../support/clouddb";

let emulator: Emulator;
beforeEach(async () => (emulator = await startEmulator({ timeScale: 0 })));
afterEach(() => emulator.stop());
const left = () => emulator.world.services.size + emulator.world.vpcs.size;

test("without --yes, it says what it would create, and creates nothing", async () => {
    const { code, out } = await startClouddb(emulator, ["verify", "--region", "eu-central-1"]).ended;
    expect(code).toBe(0);
    expect(out).toMatch(/^In project \w+, this creates\n {2}VPC verify-\.\.\., 10\.250\.0\.0\/16 in eu-central-1\n/);
    expect(out).toMatch(/\nTo do it: npx clouddb verify --region 'eu-central-1' --cidr '10\.250\.0\.0\/16' --yes\n$/);
    expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
});

test("an interrupted run deletes what it has created, and its report says so", async () => {
    // The creation does not end by itself.
    emulator.faults.add({ endpoint: "createService", do: { kind: "stuck" } });
    const { child, wrote, ended } = startClouddb(emulator, ["verify", "--yes", "--json"]);
    await wrote("QUEUED");
    child.kill("SIGINT");
    const { code, out } = await ended;
    expect(code).toBe(130);
    expect(JSON.parse(out) as VerifyReport).toMatchObject({
        ended: { exitCode: 130, why: "The verification was interrupted by SIGINT." },
        left: null,
    });
    expect(left()).toBe(0);
});

test("a wrong key, an invalid option: 2, and nothing is created", async () => {
    const wrong = await startClouddb({ url: emulator.url, token: "wrong" }, ["verify", "--yes"]).ended;
    expect(wrong).toMatchObject({ code: 2, out: "" });
    expect(wrong.err).toContain("Is the API key right");
    const { code, err } = await startClouddb(emulator, ["verify", "--yes", "--timeout", "soon"]).ended;
    expect(code).toBe(2);
    expect(err).toContain("It must be a duration of at most 168h");
    expect(left()).toBe(0);
});
