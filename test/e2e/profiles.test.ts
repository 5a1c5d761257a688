import { scenario } from "./support/scenario";

const team = (regionCode: string) => `
class Team extends pulumi.ComponentResource {
    constructor(name, opts) {
        super("example:index:Team", name, {}, opts);
        this.database = new clouddb.Service(name + "-db", { regionCode: "${regionCode}", generatePassword: true }, { parent: this });
    }
}`;

scenario("a profile for a tree, and one for the rest of the stack, by transforms", async (stage) => {
    const { stack, emulator, program } = stage;
    const [main, analytics] = emulator.tokens;
    await stack.setConfig(
        "clouddb:profiles",
        JSON.stringify({ main: { apiKey: main!.token }, analytics: { apiKey: analytics!.token } }),
        true,
    );
    const written = (regionCode: string) =>
        program(`${team(regionCode)}
            pulumi.runtime.registerResourceTransform(clouddb.withProfile("main"));
            const own = new clouddb.Service("own", { regionCode: "us-east-1" });
            const tree = new Team("tree", { transforms: [clouddb.withProfile("analytics")] });
            exports.projects = [own.projectId, tree.database.projectId];`);
    written("us-east-1");
    expect(await stack.run("preview")).toMatchObject({ exitCode: 0 });
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, diagnostics: [] });
    expect(await stack.outputs()).toEqual({ projects: [main!.projects[0], analytics!.projects[0]] });
    expect((await stack.run("up")).changes).toEqual({ same: 3 });

    const [database] = (await stack.deployment("shown")).resources!.filter(({ urn }) => urn.endsWith("::tree-db"));
    const { plaintext } = database!.outputs!["password"] as { plaintext: string };
    expect(JSON.stringify(await stack.deployment("stored"))).not.toContain(JSON.parse(plaintext));

    // The new database has a name of its own.
    written("eu-west-1");
    stage.calls();
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    expect(stage.calls()).toEqual(["createService", "updateServicePassword", "deleteService"]);
    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0 });
    expect(emulator.world.services.size).toBe(0);
});
