// The command as a process: states from standard input, the report, and the exit codes.
import { startEmulator, type Emulator } from "../../../src/emulator";
import type { SweepReport } from "../../../src/commands/sweep/sweep";
import { stackExport } from "../doctor/support";
import { startClouddb } from "../../support/clouddb";

let emulator: Emulator;
beforeEach(async () => void (emulator = await startEmulator({ timeScale: 0 })));
afterEach(() => emulator.stop());

test("it lists, keeps what a given state has, and deletes with --yes", async () => {
    const [owned, expired] = ["a", "b"].map((branch) => {
        const { id, project_id } = emulator.create.service({ name: `preview-orders-${branch}-ttl1h` });
        emulator.world.services.get(id)!.forked_from = { project_id, service_id: "parent" };
        return id;
    }) as [string, string];
    const sweep = (...args: string[]) =>
        startClouddb(emulator, ["sweep", ...args], {
            input: stackExport([{ type: "Service", name: "a", id: owned }]),
        }).ended;

    const listed = await sweep();
    expect(listed).toMatchObject({ code: 0, err: "" });
    expect(listed.out).toMatch(/: 2 expired\nNothing was deleted: `clouddb sweep --yes` deletes them\.\n$/);
    const missing = await sweep("--yes", "--stack-export", "-", "--stack-export", "none.json");
    expect(missing).toMatchObject({ code: 2, out: "" });
    expect([...emulator.world.services.keys()]).toEqual([owned, expired]);

    const { code, out, err } = await sweep("--yes", "--json", "--stack-export", "-");
    expect(code).toBe(0);
    const { forks } = JSON.parse(out) as SweepReport;
    expect(Object.fromEntries(forks.map(({ id, outcome }) => [id, outcome]))).toEqual({
        [owned]: "kept",
        [expired]: "deleted",
    });
    expect(err).toMatch(/^deleting preview-orders-b-ttl1h \(\w+\)$/m);
    expect([...emulator.world.services.keys()]).toEqual([owned]);
    emulator.drift(owned, { environment: "PROD" });
    expect((await sweep("--yes")).out).toMatch(/^kept: .*: its environment is PROD\n/);
});
