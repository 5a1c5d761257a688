// What is deleted is looked at by its own GET first, and by the list of its contents unless that shows them.
import { Service } from "../../../src";
import { answer, answers, once, raw, regionCode } from "../support/certain";
import { stage } from "../support/eachStage";
import { errorsOf } from "../support/stage";

beforeEach(() => stage.emulator.setQuirks({ cascadeReplicaSets: true }));

const program = () => {
    new Service("db", { name: "db", regionCode });
    new Service("other", { name: "other", regionCode });
};
const sets = () => stage.services.flatMap(({ replica_sets }) => replica_sets.map(({ id }) => id));

/** Somebody else's read replica set of the service, which the API's lists of services do not show until it is deleted with it. */
async function withForeignSet(): Promise<string> {
    await stage.up(program);
    const { id: service } = stage.heldAs("db");
    const { id } = stage.emulator.create.replicaSet({ service_id: service, name: "theirs" });
    let records = (await raw(stage, "services")) as readonly { readonly service_id: string }[];
    const show = () =>
        answers(stage, "listServices", answer(records.map((record) => ({ ...record, read_replica_sets: [] }))));
    show();
    stage.emulator.intercept({
        after({ endpoint, path }) {
            if (endpoint !== "deleteService") return;
            stage.emulator.faults.clear();
            records = records.filter((record) => !path.endsWith(record.service_id));
            if (!path.endsWith(service)) show();
        },
    });
    return id;
}

describe("a foreign read replica set that the list of services hides by an empty list", () => {
    const ways: readonly (readonly [string, () => Promise<{ readonly ok: boolean }>])[] = [
        ["destroy", () => stage.destroy()],
        ["destroy of the one service", () => stage.destroy({ target: ["db"] })],
        ["up without the service", () => stage.tryUp(() => new Service("other", { name: "other", regionCode }))],
        [
            "up that replaces the service",
            () =>
                stage.tryUp(() => {
                    new Service("db", { name: "db", regionCode: "eu-west-1" });
                    new Service("other", { name: "other", regionCode });
                }),
        ],
    ];

    test.each(ways)("is not deleted with the service by `%s`, which fails and names it", async (_how, run) => {
        const set = await withForeignSet();
        const { id } = stage.heldAs("db");
        const outcome = await run();
        expect(outcome.ok).toBe(false);
        expect(errorsOf(outcome as Awaited<ReturnType<typeof stage.destroy>>).join()).toContain(set);
        expect(sets()).toEqual([set]);
        expect(stage.services.map((one) => one.id)).toContain(id);
        expect(stage.heldAs("db").id).toBe(id);
    });

    test("is found in the list of the sets where the service's own GET leaves them out", async () => {
        const set = await withForeignSet();
        stage.emulator.setQuirks({ omit: ["read_replica_sets"] });
        expect((await stage.destroy()).ok).toBe(false);
        expect(sets()).toEqual([set]);
    });

    test("is not deleted where it was created after the operation's list of services", async () => {
        await stage.up(program);
        const { id: service } = stage.heldAs("db");
        let set: string | undefined;
        once(stage, "listServices", () => {
            if (stage.services.find(({ id }) => id === service)?.status === "READY")
                set = stage.emulator.create.replicaSet({ service_id: service, name: "theirs" }).id;
        });
        await stage.destroy({ refresh: true });
        expect(set).toBeDefined();
        expect(sets()).toEqual([set]);
    });
});

test("each service is looked at by its own GET before it is deleted", async () => {
    await stage.up(program);
    const made = stage.services.map(({ id }) => id);
    stage.emulator.clearRequests();
    expect((await stage.destroy()).ok).toBe(true);
    const requests = stage.emulator.requests();
    for (const id of made) {
        const deleted = requests.findIndex((one) => one.endpoint === "deleteService" && one.path.endsWith(id));
        const looks = requests
            .slice(0, deleted)
            .filter((one) => one.endpoint === "getService" && one.path.endsWith(id));
        expect(looks).not.toEqual([]);
    }
});
