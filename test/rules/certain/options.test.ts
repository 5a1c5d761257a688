// Options of resources: what they say in the preview is what the `up` does.
import { Service } from "../../../src";
import { isRefused, regionCode } from "../support/certain";
import { stage } from "../support/eachStage";
import { errorsOf, messagesOf } from "../support/stage";

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
