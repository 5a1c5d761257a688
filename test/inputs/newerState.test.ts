// A state that a newer version of the package has stored, in the hands of an engine: nothing changes, in the project or
// in the state.
import { readFileSync, writeFileSync } from "node:fs";
import { scenario } from "../e2e/support/scenario";
import { filesOf } from "../support/filesOf";

jest.setTimeout(180_000);

/** Changes the version of the provider's metadata in the engine's state file. */
function setVersion(folder: string, version: number): number {
    const files = filesOf(folder).filter((file) => file.endsWith(".json") && !/history|backup/.test(file));
    let found = 0;
    for (const file of files) {
        const text = readFileSync(file, "utf8");
        if (!text.includes("__clouddb")) continue;
        const changed = text.replace(/("v":\s*)\d+/g, (_, key: string) => {
            found++;
            return `${key}${version}`;
        });
        writeFileSync(file, changed);
    }
    return found;
}

scenario("a newer state is left alone by preview, up, refresh and destroy", async (stage) => {
    const { stack, emulator, folder, program } = stage;
    const body = (memoryGbs: number) => `
        const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
        new clouddb.Service("db", { regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: ${memoryGbs}, vpcId: net.id });`;
    program(body(4));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    const what = async () =>
        (await stack.deployment("shown")).resources?.map(({ urn, id, inputs, outputs }) => ({
            urn,
            id,
            inputs,
            outputs,
        }));
    const stored = await what();
    expect(setVersion(folder, 2)).toBeGreaterThanOrEqual(2);
    program(body(8));
    emulator.clearRequests();
    for (const operation of ["preview", "up", "refresh", "destroy"] as const) {
        const outcome = await stack.run(operation);
        expect({ operation, exitCode: outcome.exitCode === 0 }).toEqual({ operation, exitCode: false });
        const { diagnostics } = outcome;
        expect(diagnostics.filter(({ message }) => message.includes("was written by a newer version"))).not.toEqual([]);
        expect(outcome.printed).not.toContain("    at ");
    }
    expect(emulator.requests()).toEqual([]);
    expect(setVersion(folder, 1)).toBeGreaterThanOrEqual(2);
    expect(await what()).toEqual(stored);
});
