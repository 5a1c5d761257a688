// What Pulumi's resource options do to the resources of this package: docs/resource-options.md has a row for each.
import { onlyOnCli, pageScenario, type Stage } from "./support/scenario";

const namesOf = ({ emulator }: Stage) => [...emulator.world.services.values()].map(({ name }) => name.split("-")[0]);
const sizeOf = ({ emulator }: Stage, name: string) =>
    [...emulator.world.services.values()].find((service) => service.name.startsWith(`${name}-`))?.cpu_millis;

/** @param cpu - the size of some of them. */
const program = (cpu: number, more: string) => `
    const size = { cpuMillis: ${cpu}, memoryGbs: ${cpu / 250} };
    new clouddb.Service("ignored", size, { ignoreChanges: ["cpuMillis", "memoryGbs"] });
    new clouddb.Service("watched", size, { replaceOnChanges: ["cpuMillis"] });
    new clouddb.Service("secret", {}, { additionalSecretOutputs: ["serviceType"], version: "1.2.3", pluginDownloadURL: "https://example.com" });
    const grown = ({ props, opts }) => ({ props: { ...props, cpuMillis: 500, memoryGbs: 2 }, opts: { ...opts, deleteBeforeReplace: undefined } });
    new clouddb.Service("transformed", {}, { transforms: [grown] });
    new clouddb.Service("older", {}, { transformations: [grown] });
    const first = new clouddb.Service("first");
    new clouddb.Service("second", {}, { dependsOn: [first] });
    ${more}`;

pageScenario("each option that the embedded engine knows", async (stage) => {
    const { stack, emulator, calls } = stage;
    stage.program(
        program(
            500,
            `
    new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" }, { deleteBeforeReplace: true });
    new clouddb.Service("former");
    new clouddb.Service("kept", {}, { retainOnDelete: true });
    const owner = new clouddb.Service("owner", { forceDestroy: true });
    new clouddb.ReadReplicaSet("reports", { serviceId: owner.id, nodes: 1, ...size }, { deletedWith: owner });`,
        ),
    );
    const { exitCode, steps } = await stack.run("up");
    expect(exitCode).toBe(0);
    expect(steps.indexOf("create Service first")).toBeLessThan(steps.indexOf("create Service second"));
    expect([sizeOf(stage, "transformed"), sizeOf(stage, "older")]).toEqual([500, 500]);
    const { resources } = await stack.deployment("stored");
    const secret = resources?.find(({ urn }) => urn.endsWith("::secret"));
    expect(secret?.outputs?.["serviceType"]).toHaveProperty("ciphertext");
    const before = [...emulator.world.services.values()];
    calls();

    stage.program(
        program(
            1000,
            `
    new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "eu-west-1" }, { deleteBeforeReplace: true });
    new clouddb.Service("renamed", {}, { aliases: [{ name: "former" }] });`,
        ),
    );
    const changed = await stack.run("up");
    expect(changed.exitCode).toBe(0);
    expect(changed.steps.filter((step) => !step.startsWith("same ")).sort()).toEqual([
        "create-replacement Service watched",
        "create-replacement Vpc net",
        "delete ReadReplicaSet reports",
        "delete Service kept",
        "delete Service owner",
        "delete-replaced Service watched",
        "delete-replaced Vpc net",
        "replace Service watched",
        "replace Vpc net",
    ]);
    const made = calls();
    expect(made.indexOf("deleteVpc")).toBeLessThan(made.indexOf("createVpc"));
    expect([sizeOf(stage, "ignored"), sizeOf(stage, "watched")]).toEqual([500, 1000]);
    const left = before.filter(({ name }) => !/^(watched|owner)-/.test(name)).map(({ id }) => id);
    expect([...emulator.world.services.keys()]).toEqual(expect.arrayContaining(left));
    expect(namesOf(stage)).toEqual(expect.arrayContaining(["kept", "former"]));
});

onlyOnCli("each option that only the Pulumi CLI knows", async (stage) => {
    const { stack, calls } = stage;
    const options = (n: number) => `
    const size = { cpuMillis: ${n * 500}, memoryGbs: ${n * 2} };
    const hook = new pulumi.ResourceHook("hook", ({ name, id }) => console.log("hook of " + name + ": " + (id !== "")));
    const watched = new clouddb.Service("watched", size, { replaceOnChanges: ["cpuMillis"], hooks: { beforeCreate: [hook], afterCreate: [hook] } });
    new clouddb.Service("hidden", size, { hideDiffs: ["cpuMillis"] });
    new clouddb.Service("with", {}, { replaceWith: [watched], deleteBeforeReplace: true });
    new clouddb.Service("triggered", {}, { replacementTrigger: ${n}, deleteBeforeReplace: true });
    new clouddb.Service("careful", {}, { replacementTrigger: ${n > 2} });
    const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" }, { provider: clouddb.Provider ? new clouddb.Provider("own") : new pulumi.ProviderResource("pulumi-nodejs", "own") });
    exports.cidr = net.urn.apply((urn) => new clouddb.Vpc("same", {}, { urn }).cidr);`;
    stage.program(options(1));
    const created = await stack.run("up");
    expect(created.exitCode).toBe(0);
    expect(created.printed).toMatch(/hook of watched: false[^]*hook of watched: true/);
    expect(await stack.outputs()).toEqual({ cidr: "10.0.0.0/16" });
    calls();

    stage.program(options(2));
    const { printed } = await stack.run("preview");
    expect(printed).toContain("~ cpuMillis (hidden)");
    expect(printed).toContain("hidden: resize 0.5 CPU / 2 GB -> 1 CPU / 4 GB");
    const changed = await stack.run("up");
    expect(changed.exitCode).toBe(0);
    expect(changed.steps.filter((step) => step.startsWith("replace ")).sort()).toEqual([
        "replace Service triggered",
        "replace Service watched",
        "replace Service with",
    ]);
    const [deleted, made] = ["deleteService", "createService"];
    expect(calls().sort()).toEqual([made, made, made, deleted, deleted, deleted, "resizeService"]);

    stage.program(options(3));
    const refused = await stack.run("preview");
    expect(refused.printed).toContain("set `deleteBeforeReplace: true` among the resource's options");
});
