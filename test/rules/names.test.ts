// A resource that is given no name: no two stacks collide, a replacement is created first, and what an interrupted `up` has left is
// recognised by its name.
import { Service, Vpc } from "../../src";
import { interrupted, isRefused, minutes, regionCode } from "./support/certain";
import { reconfigure, stage } from "./support/eachStage";
import { errorsOf, messagesOf, stepsOf, urnOf, warningsOf } from "./support/stage";

const generated = /^orders-[0-9a-z]{7}$/;
const orders = (args: ConstructorParameters<typeof Service>[1] = { regionCode }) => new Service("orders", args);
const names = () => stage.services.map(({ name }) => name);

describe("the generated name", () => {
    test("is the resource's own and a hash, known in the preview, and stays through renames", async () => {
        const { preview } = await stage.up(() => orders());
        const [name] = names();
        expect(name).toMatch(generated);
        expect(stage.heldAs("orders").inputs["name"]).toBe(name);
        expect(preview.steps.find(({ urn }) => urn === urnOf("Service", "orders"))).toBeDefined();
        const { up } = await stage.up(() => new Service("renamed", { regionCode }, { aliases: [{ name: "orders" }] }));
        expect(stepsOf(up)).toEqual([]);
        expect(names()).toEqual([name]);
        expect(stage.heldAs("renamed").inputs["name"]).toBe(name);
    });

    test("a change of `autoName` renames nothing", async () => {
        await stage.up(() => orders());
        const [name] = names();
        const plain = stage.with({ "clouddb:autoName": "plain" });
        const { up } = await plain.up(() => orders());
        expect(stepsOf(up)).toEqual([]);
        expect(names()).toEqual([name]);
    });

    test("a name that the program no longer gives stays", async () => {
        await stage.up(() => orders({ regionCode, name: "given" }));
        const { up } = await stage.up(() => orders());
        expect(stepsOf(up)).toEqual([]);
        expect(names()).toEqual(["given"]);
    });

    test("a rename in the console is neither undone nor a replacement, with and without a refresh", async () => {
        await stage.up(() => {
            orders();
            new Vpc("net", { regionCode, cidr: "10.0.0.0/16" });
        });
        const { services, vpcs } = stage.emulator.world;
        for (const id of [...services.keys(), ...vpcs.keys()]) stage.emulator.drift(id, { name: "console" });
        const program = () => {
            orders({ regionCode, connectionPooler: true });
            new Vpc("net", { regionCode, cidr: "10.0.0.0/16", profile: undefined });
        };
        stage.calls();
        await stage.up(program);
        await stage.refresh();
        await stage.up(program);
        expect(stage.calls()).toEqual(["enableServicePooler"]);
        expect([...services.values(), ...vpcs.values()].map(({ name }) => name)).toEqual(["console", "console"]);
    });
});

describe("a replacement", () => {
    test("has a name of its own, so it is created before the old one is deleted", async () => {
        await stage.up(() => orders());
        const [before] = names();
        stage.calls();
        const { preview, up } = await stage.up(() => orders({ regionCode: "eu-west-1" }));
        const steps = ["create-replacement orders", "replace orders", "delete-replaced orders"];
        expect([stepsOf(preview), stepsOf(up)]).toEqual([steps, steps]);
        expect(stage.calls()).toEqual(["createService", "deleteService"]);
        expect(names()).toEqual([expect.stringMatching(generated)]);
        expect(names()).not.toEqual([before]);
    });

    test("of a given name deletes the old one first", async () => {
        await stage.up(() => orders({ regionCode, name: "given" }));
        stage.calls();
        await stage.up(() => orders({ regionCode: "eu-west-1", name: "given" }));
        expect(stage.calls()).toEqual(["deleteService", "createService"]);
    });

    test("by a name that is taken fails without a word of forced replacements, which it is none of", async () => {
        await stage.up(() => orders({ regionCode, name: "given" }));
        stage.emulator.create.service({ name: "theirs" });
        const [error] = errorsOf(await stage.tryUp(() => orders({ regionCode, name: "theirs" })));
        expect(error).toContain('There already is a service "theirs"');
        expect(error).not.toMatch(/--replace|taint/);
    });

    test.each<[string, { deleteBeforeReplace?: boolean }]>([
        ["as usual", {}],
        ["with `deleteBeforeReplace`", { deleteBeforeReplace: true }],
    ])("by a name that is taken fails in the preview already, %s", async (_, options) => {
        const called = (name: string) => () => new Service("orders", { regionCode, name }, options);
        await stage.up(called("given"));
        const theirs = stage.emulator.create.service({ name: "theirs" });
        stage.calls();
        const said = errorsOf(await stage.preview(called("theirs"))).join();
        expect(said).toContain(`There already is a service "theirs" in project`);
        expect(said).toContain(
            `which leaves it running, and set \`adopt: "${theirs.id}"\` (where its URN is ambiguous there:`,
        );
        expect(stage.calls()).toEqual([]);
    });

    test("by a generated name that is taken fails before the old one is deleted first, also without a preview", async () => {
        const inRegion = (region: string) => () =>
            new Service("orders", { regionCode: region }, { deleteBeforeReplace: true });
        await stage.up(inRegion("eu-west-1"));
        const [name] = names();
        await stage.up(inRegion(regionCode));
        const theirs = stage.emulator.create.service({ name: name!, region_code: "eu-west-1" });
        stage.calls();
        for (const outcome of [await stage.preview(inRegion("eu-west-1")), await stage.tryUp(inRegion("eu-west-1"))])
            expect(errorsOf(outcome).join()).toContain(`There already is a service "${name}" in project`);
        expect(stage.calls()).toEqual([]);
        expect(stage.services.map(({ id }) => id)).toContain(theirs.id);
    });

    test("by a name that is taken fails before the old one is deleted first, also without a preview", async () => {
        const called = (name: string) => () =>
            new Service("orders", { regionCode, name }, { deleteBeforeReplace: true });
        await stage.up(called("given"));
        const theirs = stage.emulator.create.service({ name: "theirs" });
        stage.calls();
        const said = errorsOf(await stage.tryUp(called("theirs"))).join();
        expect(said).toContain(
            `which leaves it running, and set \`adopt: "${theirs.id}"\` (where its URN is ambiguous there:`,
        );
        expect(stage.calls()).toEqual([]);
    });

    test("of a VPC whose name the API allows only once fails, and says why", async () => {
        const net = (cidr: string) => () => new Vpc("net", { cidr, regionCode, name: "given" });
        await stage.up(net("10.0.0.0/16"));
        const { id } = stage.held[0]!;
        const body = { code: "NAME_TAKEN", message: "A VPC with this name already exists." };
        stage.emulator.faults.add({ do: { kind: "status", status: 409, body }, endpoint: "createVpc" });
        expect(errorsOf(await stage.tryUp(net("10.1.0.0/16"))).join()).toContain(
            `${id}, which this operation replaces, has this name: if the API allows only one, choose another \`name\`.`,
        );
    });

    test("of a service that an older version has named after the resource is created first", async () => {
        await stage.up(() => orders({ regionCode, name: "orders" }));
        stage.forgetInput("orders", "name");
        stage.calls();
        await stage.up(() => orders({ regionCode: "eu-west-1" }));
        expect(stage.calls()).toEqual(["createService", "deleteService"]);
        expect(names()).toEqual([expect.stringMatching(generated)]);
    });

    describe("that the user forces asks for the same name", () => {
        const forced = { replace: ["orders"] };
        const deletedFirst = () => new Service("orders", { regionCode }, { deleteBeforeReplace: true });

        test("the preview says that it will fail; the `up` fails, says what to do, and the next one ends with the service as it was", async () => {
            await stage.up(() => orders());
            const [before] = stage.services;
            expect(messagesOf(await stage.preview(() => orders(), forced)).join()).toContain(
                "If you force a replacement (`--replace`, taint), without `deleteBeforeReplace: true` the `up` fails, and with it this one is deleted first",
            );
            const failed = await stage.tryUp(() => orders(), forced);
            expect(errorsOf(failed).join()).toMatch(
                /is not deleted: the resource that was created in this operation has the same generated name.*That entry may be the only one that has `password` and `initialPassword`: before you do that, note.*`deleteBeforeReplace: true`/,
            );
            expect(stage.services).toEqual([before]);
            const { up } = await stage.up(() => orders());
            expect([errorsOf(up), stage.held.map(({ id }) => id)]).toEqual([[], [before!.id]]);
            expect(stage.services).toEqual([before]);
            expect(stage.calls().filter((call) => call?.startsWith("delete"))).toEqual([]);
        });

        test("after the failure, a destroy deletes it once", async () => {
            await stage.up(() => orders());
            await stage.tryUp(() => orders(), forced);
            stage.calls();
            expect(errorsOf(await stage.destroy())).toEqual([]);
            expect([stage.services, stage.held]).toEqual([[], []]);
        });

        test("with `deleteBeforeReplace` the preview warns of the loss, and the old one is deleted first", async () => {
            await stage.up(deletedFirst);
            const [before] = stage.services;
            stage.calls();
            expect(warningsOf(await stage.preview(deletedFirst, forced)).join()).toContain(
                `${before!.id}, created 2 s ago. If this resource is replaced with \`deleteBeforeReplace\`, by \`--replace\`, \`replaceOnChanges\` or a taint, it is DELETED first with its data. If not, it is taken over if`,
            );
            await stage.up(deletedFirst, forced);
            expect(stage.calls()).toEqual(["deleteService", "createService"]);
            expect(stage.services).toHaveLength(1);
        });

        test("with `deleteBeforeReplace` the preview names also what the `up` then takes over", async () => {
            await stage.up(deletedFirst);
            const before = stage.services[0]!;
            const left = stage.emulator.create.service({ name: before.name, region_code: regionCode, age_ms: 0 });
            const warned = warningsOf(await stage.preview(deletedFirst, forced)).join();
            expect(warned).toContain(before.id);
            expect(warned).toMatch(
                new RegExp(
                    `; ${left.id}, created \\d s ago\\. If .* its own one is DELETED first with its data\\. Another one is taken over if`,
                ),
            );
            await stage.up(deletedFirst, forced);
            expect(stage.services.map(({ id }) => id)).toEqual([left.id]);
        });

        test("so does that of a given name: it fails with the advice, and the advice works", async () => {
            const named = (opts?: object) => () => new Service("orders", { name: "given" }, opts);
            await stage.up(named());
            expect(errorsOf(await stage.tryUp(named(), forced)).join()).toContain(
                "If you force its replacement (`--replace`, taint): `deleteBeforeReplace: true`.",
            );
            stage.calls();
            const { preview } = await stage.up(named({ deleteBeforeReplace: true }), forced);
            expect(warningsOf(preview).join()).toContain("If not, the `up` fails.");
            expect(stage.calls()).toEqual(["deleteService", "createService"]);
        });
    });
});

describe("what an interrupted `up` has left", () => {
    test("is taken over, with a line that says so, also in the preview", async () => {
        await interrupted(stage, () => orders());
        const [left] = stage.services;
        const { preview, up } = await stage.up(() => orders({ regionCode, connectionPooler: true }));
        expect(messagesOf(preview)).toContain(
            `orders: adopts service ${left!.id}; then pooler on. An interrupted \`pulumi up\` has left it, or it was moved out of this state (${left!.id}, created 2 s ago); ` +
                "from then on it belongs to this resource, and is deleted with it; its initial password was in the lost response. " +
                "Set `generatePassword: true` or `password` to have a new one. " +
                "If you force a replacement (`--replace`, taint), without `deleteBeforeReplace: true` the `up` fails, and with it this one is deleted first",
        );
        expect(messagesOf(up).join()).toContain(
            `that an interrupted \`pulumi up\` has left: ${left!.id}, created 2 s ago; its initial password was in the lost response. ` +
                "Set `generatePassword: true` or `password` to have a new one",
        );
        expect(stage.calls()).toEqual(["enableServicePooler"]);
        expect(stage.services).toHaveLength(1);
        expect(errorsOf(await stage.destroy())).toEqual([]);
        expect(stage.services).toEqual([]);
    });

    test("as a fork keeps where it comes from, so that a refresh shows no difference", async () => {
        const program = (withFork: boolean) => () => {
            const parent = orders({ regionCode, deletionProtection: false });
            const forkFrom = { serviceId: parent.id, strategy: "NOW" } as const;
            if (withFork) new Service("copy", { forkFrom });
        };
        await stage.up(program(false));
        await stage.clock.sleep(minutes(60));
        await interrupted(stage, program(true));
        await stage.up(program(true));
        const serviceId = stage.heldAs("orders").id;
        expect(stage.services).toHaveLength(2);
        await stage.refresh();
        const { inputs, outputs } = stage.heldAs("copy");
        const forkFrom = { serviceId, strategy: "NOW" };
        expect([inputs["forkFrom"], outputs["forkFrom"]]).toEqual([forkFrom, forkFrom]);
    });

    test.each([{ password: "given" }, { generatePassword: true }])(
        "gets a password that the program asks for with %j, and no line says that it has none",
        async (password) => {
            await interrupted(stage, () => orders());
            const { preview, up } = await stage.up(() => orders({ regionCode, ...password }));
            expect(stage.calls()).toEqual(["updateServicePassword"]);
            for (const shown of [preview, up]) {
                const line = messagesOf(shown).find((message) => message.includes("has left"));
                expect(line).toContain("orders");
                expect(line).not.toContain("initial password");
            }
        },
    );

    test("is an error where several have the name", async () => {
        await interrupted(stage, () => orders());
        stage.emulator.create.service({ name: names()[0]!, age_ms: 0 });
        await isRefused(stage, () => orders(), ...stage.services.map(({ id }) => id), "another stack's");
    });

    test("is an error where it is younger than the API's own clock allows", async () => {
        await interrupted(stage, () => orders());
        stage.services[0]!.created_at += minutes(5);
        await isRefused(stage, () => orders(), stage.services[0]!.id, "another stack's");
    });

    test("is an error with `autoName: plain`, since another stack may have it", async () => {
        reconfigure({ "clouddb:autoName": "plain" });
        await interrupted(stage, () => orders());
        const [left] = stage.services;
        expect(errorsOf(await stage.tryUp(() => orders())).join()).toContain(`\`adopt: "${left!.id}"\``);
        expect(stage.calls()).toEqual([]);
    });
});
