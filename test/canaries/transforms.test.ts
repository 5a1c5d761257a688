// A resource transform runs after the resource's class has marked its secrets: what it sets, and what it drops, must
// not put a secret in clear into the state. The provider marks them anew.
import { inFiles, inText, type Canaries } from "./support/hunt";
import { scenario, type Stage } from "../e2e/support/scenario";

jest.setTimeout(180_000);

const given = 'canary "set/by" a transform & 100%';

/** A service whose password is set by a transform only. */
const program = (transform: string, register: string, args = "") => `
    const password = Buffer.from("${Buffer.from(given).toString("hex")}", "hex").toString();
    ${register}((each) => (${transform})(each));
    const db = new clouddb.Service("db", { regionCode: "us-east-1" ${args} });
    exports.password = db.password;`;

const stackWide = "pulumi.runtime.registerResourceTransform";
const ofOld = "pulumi.runtime.registerStackTransformation";
const sets = "({ props, opts }) => ({ props: { ...props, password }, opts })";
const dropsMarks = `({ props, opts }) => ({ props, opts: { ...opts, additionalSecretOutputs: [] } })`;
const dropsOptions = "({ props }) => ({ props, opts: {} })";

/** All that a person, or a backup, may see shows none of them: what was printed, and every file, the state among them. */
function hidden({ folder }: Stage, printed: string, canaries: Canaries): void {
    expect([...inText("what was printed", printed, canaries), ...inFiles(folder, canaries)]).toEqual([]);
}

async function deployed(stage: Stage, body: string, operation: "up" | "refresh" = "up"): Promise<Canaries> {
    const { stack, emulator } = stage;
    stage.program(body);
    const outcome = await stack.run(operation, { refresh: operation === "up" });
    expect(outcome).toMatchObject({ exitCode: 0 });
    const [row] = [...emulator.world.services.values()];
    const { password } = await stack.outputs();
    expect(password).toBe(row!.password);
    const canaries = { password: row!.password };
    hidden(stage, outcome.printed, canaries);
    return canaries;
}

scenario("a plain password that a transform sets is a secret in inputs and outputs", async (stage) => {
    const { stack, emulator, calls } = stage;
    const body = program(sets, stackWide);
    stage.program(body);
    const preview = await stack.run("preview");
    expect(preview).toMatchObject({ exitCode: 0, changes: { create: 1 } });
    hidden(stage, preview.printed, { given });
    expect(await deployed(stage, body)).toMatchObject({ password: given });
    expect(calls()).toEqual(["createService", "updateServicePassword"]);
    expect((await stack.run("preview")).changes).toEqual({ same: 1 });
    await deployed(stage, body, "refresh");
    expect((await stack.run("up")).changes).toEqual({ same: 1 });
    expect(calls()).toEqual([]);
    // The provider receives a plain string, so a different password is one call, also with the older transformations.
    const other = program(sets, ofOld).replace("toString();", `toString() + ", the 2nd";`);
    expect(await deployed(stage, other)).toMatchObject({ password: `${given}, the 2nd` });
    expect(calls()).toEqual(["updateServicePassword"]);
    emulator.faults.add({ endpoint: "setServiceHa", do: { kind: "status", status: 402, body: { message: given } } });
    stage.program(program(sets, stackWide, ", replicaCount: 1"));
    const failed = await stack.run("up");
    expect(failed.exitCode).not.toBe(0);
    hidden(stage, failed.printed, { given });
});

scenario("passwords stay secret where a transform drops the options that say so", async (stage) => {
    for (const [body, call] of [
        [program(dropsMarks, stackWide), "createService"],
        [program(dropsOptions, stackWide, ", generatePassword: true"), "updateServicePassword"],
    ] as const) {
        await deployed(stage, body);
        expect(stage.calls()).toEqual([call]);
        await deployed(stage, body, "refresh");
    }
    stage.emulator.faults.add({ endpoint: "enableServicePooler", do: { kind: "status", status: 402 } });
    stage.program(program(dropsOptions, stackWide, ", generatePassword: true, connectionPooler: true"));
    const failed = await stage.stack.run("up");
    expect(failed.exitCode).not.toBe(0);
    const [row] = [...stage.emulator.world.services.values()];
    hidden(stage, failed.printed, { password: row!.password });
});
