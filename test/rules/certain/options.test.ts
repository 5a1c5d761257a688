// Options of resources: what they say in the preview is what the `up` does.
import { Service } from "../../../src";
import { isRefused, regionCode } from "../support/certain";
import { stage } from "../support/eachStage";
import { errorsOf, messagesOf, warningsOf } from "../support/stage";

describe("`retainOnDelete` with a given name", () => {
    const db =
        (region: string, name = "db") =>
        () =>
            new Service("db", { name, regionCode: region }, { retainOnDelete: true });

    test("and a change that replaces: the preview fails already, and names what would be in the way", async () => {
        await stage.up(db(regionCode));
        const { id } = stage.heldAs("db");
        await isRefused(stage, db("eu-west-1"), id);
        expect(stage.services.map((one) => one.id)).toEqual([id]);
        expect(stage.heldAs("db").pendingReplacement).toBe(false);
    });

    test("and a change that replaces, with another name: preview and `up` agree, and the old one stays", async () => {
        await stage.up(db(regionCode));
        const { id } = stage.heldAs("db");
        await stage.up(db("eu-west-1", "db2"));
        expect(stage.services.map(({ name }) => name)).toEqual(["db", "db2"]);
        expect(stage.heldAs("db").id).not.toBe(id);
    });
});

test('`onNameConflict: "ignore"` creates another one of that name, and says nothing of the first', async () => {
    const { id } = stage.emulator.create.service({ name: "db" });
    const { preview } = await stage.up(() => new Service("db", { name: "db", onNameConflict: "ignore" }));
    expect(messagesOf(preview).join()).not.toContain("adopts");
    expect(stage.services).toHaveLength(2);
    expect(stage.heldAs("db").id).not.toBe(id);
    expect(errorsOf(await stage.destroy())).toEqual([]);
    expect(stage.services.map((one) => one.id)).toEqual([id]);
});

describe("`retainOnDelete` with a generated name", () => {
    const db = (region: string) => () => new Service("db", { regionCode: region }, { retainOnDelete: true });

    test("and a change that replaces, and back: what was kept is not taken over", async () => {
        await stage.up(db(regionCode));
        const { id } = stage.heldAs("db");
        await stage.up(db("eu-west-1"));
        const { id: successor } = stage.heldAs("db");
        await isRefused(stage, db(regionCode), id, "`retainOnDelete` may have kept it");
        expect(stage.heldAs("db").id).toBe(successor);
        await stage.destroy();
        expect(stage.services.map((one) => one.id)).toContain(id);
    });
});

describe("a program that goes back while the former service waits for its deletion", () => {
    const orders = (region: string) => () => new Service("orders", { regionCode: region });
    let former: string;
    beforeEach(async () => {
        await stage.up(orders(regionCode));
        former = stage.heldAs("orders").id;
        stage.emulator.faults.add({ endpoint: "deleteService", do: { kind: "status", status: 403 } });
        await stage.tryUp(orders("eu-west-1"));
        expect(stage.held).toHaveLength(2);
    });

    test("is refused with a refresh, and told how to keep it", async () => {
        const { id: successor } = stage.held.find(({ id }) => id !== former)!;
        const [error] = errorsOf(await stage.tryUp(orders(regionCode), { refresh: true }));
        expect(error).toContain(
            "It is a former one of this resource, which the next `pulumi up` that succeeds deletes. " +
                `If it is yours, keep it instead of ${successor}: in place of this resource, declare one with another name (without an alias), and with \`adopt: "${former}"\`; ` +
                `the \`up\` then deletes ${successor}; or delete it, which loses its data,`,
        );
        expect(stage.services.map(({ id }) => id)).toContain(former);
    });

    test("keeps it under another name of the resource", async () => {
        const kept = () => new Service("kept", { regionCode, adopt: former });
        const { up } = await stage.up(kept);
        expect(warningsOf(up)).toEqual([`orders: service ${former} is now managed as kept, and is not deleted.`]);
        expect(stage.held.map(({ name, id }) => [name, id])).toEqual([["kept", former]]);
        expect(stage.services.map(({ id }) => id)).toEqual([former]);
    });
});
