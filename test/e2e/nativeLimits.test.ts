// What dynamic resources cannot do, and the native provider can: docs/limits.md has a row for each. And what neither can.
import { mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { write } from "../support/fixtureProject";
import { nativeClasses, nativeProject, nativeScenario } from "./support/native";
import type { Stage } from "./support/scenario";

const installed = "node_modules/pulumi-clouddb";

/** Sets a program that has the classes of both providers. */
const programIn =
    ({ program }: Stage) =>
    (body: string) =>
        program(`${nativeClasses}\n${body}`);

const region = 'regionCode: "us-east-1"';

nativeScenario("a plain preview notices what is gone, and what is being deleted", async (stage) => {
    const { stack, emulator } = stage;
    programIn(stage)(`for (const name of ["gone", "going", "stays"]) new native.Service(name, { ${region} });`);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 3 } });
    const idOf = (name: string) =>
        [...emulator.world.services.values()].find((service) => service.name.startsWith(`${name}-`))!.id;
    emulator.remove(idOf("gone"));
    emulator.drift(idOf("going"), { status: "DELETING" });
    const { exitCode, steps, printed } = await stack.run("preview");
    expect(exitCode).toBe(0);
    expect(steps).toEqual(
        expect.arrayContaining(["create Service gone", "update Service going", "same Service stays"]),
    );
    expect(printed).toContain("it is being deleted");
});

nativeScenario("the details of a diff have what changes, and what is replaced by it", async (stage) => {
    const { stack } = stage;
    const program = programIn(stage);
    const text = (cpu: number, place: string) => `
        new native.Service("db", { ${region}, cpuMillis: ${cpu}, memoryGbs: ${cpu / 250} });
        new native.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "${place}" });`;
    program(text(500, "us-east-1"));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    program(text(1000, "eu-west-1"));
    const { printed } = await stack.run("preview");
    expect(printed).toContain("~ cpuMillis: 500 => 1000");
    expect(printed).toMatch(/\+-clouddb:index:Vpc: \(replace\)[^]*~ regionCode: "us-east-1" => "eu-west-1"/);
    expect(printed).not.toMatch(/cidr +: "10/);
});

nativeScenario("an update that calls no API leaves the outputs known in its preview", async (stage) => {
    const { stack } = stage;
    const program = programIn(stage);
    const text = (door: string, more: string) => `
        const db = new ${door}.Service("db", { ${region}, ${more} });
        db.endpoint.apply(({ host }) => console.log("the host is known"));`;
    for (const [door, of, isKnown] of [
        ["native", stack, true],
        ["clouddb", await stage.another("other"), false],
    ] as const) {
        program(text(door, ""));
        expect(await of.run("up")).toMatchObject({ exitCode: 0 });
        program(text(door, "forceDestroy: true"));
        const { steps, printed } = await of.run("preview");
        expect(steps).toContain("update Service db");
        expect([door, printed.includes("the host is known")]).toEqual([door, isKnown]);
        expect(await of.run("destroy")).toMatchObject({ exitCode: 0 });
    }
});

nativeScenario("the option `import` takes over what is there", async (stage) => {
    const { stack, emulator, calls } = stage;
    const program = programIn(stage);
    const { id } = emulator.create.vpc({ name: "net", cidr: "10.0.0.0/16" });
    const text = (options: string) =>
        `new native.Vpc("net", { name: "net", cidr: "10.0.0.0/16", ${region} }, ${options});`;
    program(text(`{ import: "${id}" }`));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { import: 1 } });
    program(text("{}"));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
    expect(calls()).toEqual([]);
});

nativeScenario("a transform sets the time-outs", async (stage) => {
    const { stack, emulator } = stage;
    programIn(stage)(`
        const patient = ({ props, opts }) => ({ props, opts: { ...opts, customTimeouts: { create: "2m" } } });
        new native.Service("db", { ${region} }, { transforms: [patient] });`);
    emulator.faults.add({ endpoint: "createService", do: { kind: "stuck" } });
    const { exitCode, printed } = await stack.run("up");
    expect(exitCode).not.toBe(0);
    expect(printed).toContain("creating did not complete within 2 m");
});

nativeScenario(
    "a transform sets `replaceOnChanges`, and a forced replacement needs `deleteBeforeReplace`",
    async (stage) => {
        const { stack, calls } = stage;
        const program = programIn(stage);
        const text = (cpu: number, deleteFirst: boolean) => `
        const replaced = ({ props, opts }) =>
            ({ props, opts: { ...opts, deleteBeforeReplace: ${deleteFirst}, replaceOnChanges: ["cpuMillis"] } });
        new native.Service("db", { ${region}, cpuMillis: ${cpu}, memoryGbs: ${cpu / 250} }, { transforms: [replaced] });`;
        program(text(500, true));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        calls();
        program(text(1000, false));
        const refused = await stack.run("preview");
        expect(refused.exitCode).not.toBe(0);
        expect(refused.printed).toContain("set `deleteBeforeReplace: true`");
        program(text(1000, true));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { replace: 1 } });
        expect(calls()).toEqual(["deleteService", "createService"]);
    },
);

nativeScenario("a program need not have the package installed that its library has", async (stage) => {
    const { stack, folder } = stage;
    const home = `library/${installed}`;
    mkdirSync(path.join(folder, "library", "node_modules"), { recursive: true });
    renameSync(path.join(folder, installed), path.join(folder, home));
    write(folder, {
        "Pulumi.yaml": nativeProject(home),
        "library/index.js": `exports.native = require("pulumi-clouddb/native"); exports.clouddb = require("pulumi-clouddb");`,
    });
    const of = (door: string) =>
        write(folder, { "index.js": `new (require("./library").${door}.Service)("db", { ${region} });` });
    of("clouddb");
    expect((await stack.run("preview")).printed).toContain("pulumi-clouddb is not installed in the folder");
    of("native");
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 1 } });
    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0, changes: { delete: 1 } });
});

nativeScenario("the state has types of the package's own, and no configuration of others", async (stage) => {
    const { stack } = stage;
    const program = programIn(stage);
    for (const [door, of, type, copies] of [
        ["native", stack, "clouddb:index:Service", false],
        ["clouddb", await stage.another("other"), "pulumi-nodejs:dynamic/clouddb:Service", true],
    ] as const) {
        await of.setConfig("fixture:unrelated", "a plain text");
        program(`new ${door}.Service("db", { ${region} });`);
        expect(await of.run("up")).toMatchObject({ exitCode: 0 });
        const { resources } = await of.deployment("stored");
        expect(resources?.map((resource) => resource.type)).toContain(type);
        expect([door, JSON.stringify(resources).includes("a plain text")]).toEqual([door, copies]);
    }
});

const successor = "pat-main-successor";

nativeScenario(
    "a key that was revoked before the `up`: every operation needs `--run-program`",
    async (stage) => {
        const { stack, emulator } = stage;
        programIn(stage)(`new native.Service("db", { ${region} });`);
        await stack.setConfig("clouddb:apiKey", emulator.token, true);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        emulator.world.tokens.delete(emulator.token);
        await stack.setConfig("clouddb:apiKey", successor, true);
        for (const operation of ["preview", "up", "destroy"] as const) {
            const { exitCode, printed } = await stack.run(operation);
            expect([operation, exitCode === 0]).toEqual([operation, false]);
            expect(printed).toContain("401 UNAUTHORIZED");
        }
        expect(await stack.run("up", { runProgram: true })).toMatchObject({ exitCode: 0, changes: { same: 1 } });
        expect(await stack.run("destroy")).toMatchObject({ exitCode: 0, changes: { delete: 1 } });
        expect(emulator.world.services.size).toBe(0);
    },
    { tokens: [{ token: successor, projects: ["main"] }] },
);

nativeScenario(
    "the preview of a `destroy` does not ask the provider, and messages contain a secret number, but no secret text",
    async (stage) => {
        const { stack, emulator } = stage;
        const program = programIn(stage);
        program(`new native.Service("db", { ${region}, environment: pulumi.output("PROD") });`);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        expect(await stack.command!("destroy", "--preview-only", "--stack", "dev")).toContain("2 to delete");
        expect((await stack.run("destroy")).exitCode).not.toBe(0);
        expect(emulator.world.services.size).toBe(1);
        program(`new native.Service("db", { cpuMillis: pulumi.secret(4000), memoryGbs: 16 });`);
        expect((await stack.run("preview")).printed).toContain("-> 4 CPU / 16 GB");
        program(`new native.Service("db", { addons: [pulumi.secret("hidden-one")] });`);
        const { printed } = await stack.run("preview");
        expect(printed).toContain("addons[0] must be one of");
        expect(printed).not.toContain("hidden-one");
    },
);
