// Two backends may have stacks of the same name, and one stack may be run on several machines, with other keys. A name tells the backend
// and the project of the API; what differs in nothing else may be left of an `up` that was interrupted elsewhere.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Service } from "../../src";
import { adopt, anAge, hours, interrupted, isRefused, minutes, notFound, regionCode } from "./support/certain";
import { stage } from "./support/eachStage";
import { errorsOf, messagesOf, type Stage, warningsOf } from "./support/stage";

type Args = NonNullable<ConstructorParameters<typeof Service>[1]>;
const orders =
    (args: Args = {}) =>
    () =>
        new Service("orders", { regionCode, ...args });
const ids = () => stage.services.map(({ id }) => id);
const names = () => new Set(stage.services.map(({ name }) => name));
const shared = { PULUMI_BACKEND_URL: "s3://state" };
const elsewhere = { PULUMI_BACKEND_URL: "s3://other" };

describe("two backends on one machine, with one key, and stacks of the same name", () => {
    let folder: string;
    beforeEach(() => {
        folder = mkdtempSync(path.join(os.tmpdir(), "clouddb-backends-"));
        writeFileSync(path.join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
        writeFileSync(path.join(folder, "package.json"), "{}");
        mkdirSync(path.join(folder, "node_modules"));
        symlinkSync(path.resolve(__dirname, "../.."), path.join(folder, "node_modules", "pulumi-clouddb"), "junction");
        jest.spyOn(process, "cwd").mockReturnValue(folder);
    });
    afterEach(() => {
        jest.restoreAllMocks();
        rmSync(folder, { recursive: true, force: true });
    });
    const loggedInTo = (current: string) => {
        const PULUMI_HOME = path.join(folder, encodeURIComponent(current));
        mkdirSync(PULUMI_HOME);
        writeFileSync(path.join(PULUMI_HOME, "credentials.json"), JSON.stringify({ current, accessTokens: {} }));
        return { PULUMI_HOME };
    };

    test.each<[string, () => Record<string, string>, () => Record<string, string>]>([
        ["by the variable", () => shared, () => elsewhere],
        ["by `pulumi login`", () => loggedInTo("s3://one"), () => loggedInTo("file:///two")],
    ])("%s: each has its own database, and deletes only that", async (_how, one, other) => {
        const [first, second] = [stage.on(one()), stage.beside().on(other())];
        await first.up(orders());
        await second.up(orders());
        expect([ids().length, names().size]).toEqual([2, 2]);
        await second.destroy();
        expect(ids()).toEqual([first.heldAs("orders").id]);
    });
});

describe("another machine, with another home and a new key of the same project", () => {
    afterEach(() => jest.restoreAllMocks());

    test("takes over what an interrupted `up` has left, if the backend is a shared one", async () => {
        await interrupted(stage.on(shared), orders());
        const [id] = ids();
        jest.spyOn(os, "hostname").mockReturnValue("runner-2");
        jest.spyOn(os, "homedir").mockReturnValue("/home/runner-2");
        const oauth = stage.emulator.tokens.find(({ type }) => type === "oauth")!.token;
        const runner = stage
            .on(shared)
            .with({ "clouddb:apiKey": oauth, "clouddb:projectId": stage.emulator.projectId });
        await runner.up(orders());
        expect([ids(), runner.heldAs("orders").id]).toEqual([[id], id]);
    });
});

test("another default project moves nothing", async () => {
    const oauth = stage.emulator.tokens.find(({ type }) => type === "oauth")!.token;
    const [main, other] = [...stage.emulator.world.projects.keys()];
    const first = stage.on(shared).with({ "clouddb:apiKey": oauth, "clouddb:projectId": main! });
    await first.up(orders({ connectionPooler: false }));
    const { id } = first.heldAs("orders");
    const second = first.with({ "clouddb:projectId": other! });
    await second.up(orders({ connectionPooler: true }));
    expect([ids(), second.heldAs("orders").id, second.calls()]).toEqual([
        [id],
        id,
        ["createService", "enableServicePooler"],
    ]);
    await second.refresh();
    await second.destroy();
    expect(ids()).toEqual([]);
});

describe("what an interrupted `up` has left under the name of another backend", () => {
    /** The next `up`, on another backend. */
    let other: Stage;
    const onCi = (environment = {}) => stage.on({ ...elsewhere, CI: "true", ...environment });
    const left = async (args: Args = {}, minutesAgo = 5): Promise<string> => {
        await interrupted(stage.on(shared), orders(args));
        await stage.clock.sleep(minutes(minutesAgo));
        other = onCi();
        return ids().at(-1)!;
    };

    describe("on a CI runner", () => {
        test("is an error in the preview and in the `up`, with the three ways out", async () => {
            const id = await left();
            const ways = [adopt(id), "delete it", '`onNameConflict: "ignore"`', "another `name`"];
            await isRefused(other, orders(), id, anAge, ...ways);
            expect(ids()).toEqual([id]);
        });

        test("is an error also while the API is still creating it, and does not show all of it", async () => {
            stage.emulator.faults.add({ endpoint: "createService", do: { kind: "stuck" } });
            const id = await left({ replicaCount: 1 });
            await isRefused(other, orders({ replicaCount: 1 }), id, adopt(id));
            expect(ids()).toEqual([id]);
        });

        test("can be adopted", async () => {
            const id = await left();
            await other.up(orders({ adopt: id }));
            expect([ids(), other.heldAs("orders").id]).toEqual([[id], id]);
        });

        test("can be deleted", async () => {
            const id = await left();
            stage.emulator.remove(id);
            await other.up(orders());
            expect(ids()).toEqual([other.heldAs("orders").id]);
        });

        test.each<Args>([{ onNameConflict: "ignore" }, { name: "other" }])("can be left with %j", async (args) => {
            const id = await left();
            await other.up(orders(args));
            expect(ids()).toEqual([id, other.heldAs("orders").id]);
        });
    });

    test.each(["", "false"])("elsewhere, as with CI=%j, is a warning that says what it costs", async (CI) => {
        const id = await left();
        const { preview, up } = await onCi({ CI }).up(orders());
        for (const outcome of [preview, up]) {
            const [warning, ...others] = warningsOf(outcome).filter((text) => text.includes(id));
            expect(others).toEqual([]);
            expect(warning).toContain("a second service is created, and billed");
            expect(warning).toContain(adopt(id));
        }
        expect(ids()).toHaveLength(2);
    });

    describe("is no more than a note", () => {
        const isNote = async (id: string, program: () => unknown) => {
            const { preview, up } = await other.up(program);
            for (const outcome of [preview, up]) {
                expect(messagesOf(outcome).join("\n")).toContain(id);
                expect(warningsOf(outcome).join("\n")).not.toContain(id);
            }
        };

        test("where it is not what is asked for", async () => {
            const id = await left();
            stage.emulator.drift(id, { replica_count: 1 });
            await isNote(id, orders());
        });

        test("where only a list shows it", async () => {
            const id = await left();
            const fault = { endpoint: "getService", path: `*/services/${id}`, count: null } as const;
            stage.emulator.faults.add({ do: notFound, ...fault });
            await isNote(id, orders());
        });

        test("where it belongs to another stack of the program: pipelines have one for each pull request", async () => {
            await stage.on(shared).up(orders());
            const [id] = ids();
            other = stage.beside().on({ ...shared, CI: "true" });
            other.rename("pr-2");
            await isNote(id!, orders());
        });

        test("where an argument differs that decides what is created", async () => {
            const id = await left();
            await isNote(id, orders({ addons: ["ai"] }));
        });
    });

    test("is not told of after the hour, nor where the program has it", async () => {
        const id = await left({}, 70);
        const { preview, up } = await other.up(orders());
        expect([...messagesOf(preview), ...messagesOf(up)].join("\n")).not.toContain(id);
        await stage.clock.sleep(hours(2));
        const another = () => [new Service("copy", { adopt: id }), orders()()];
        expect(errorsOf(await other.tryUp(another))).toEqual([]);
    });
});

describe("a backend that cannot be known", () => {
    // Whoever runs the tests may be logged in.
    const unknown = () => stage.on({ PULUMI_HOME: path.join(os.tmpdir(), "no-such-folder") });

    test("takes nothing over: the next `up` names what is left, and how to adopt it", async () => {
        await interrupted(unknown(), orders());
        const [id] = ids();
        await isRefused(unknown(), orders(), id!, adopt(id!), anAge, "PULUMI_BACKEND_URL");
        const next = unknown();
        await next.up(orders({ adopt: id! }));
        expect([ids(), next.heldAs("orders").id]).toEqual([[id], id]);
        const { up } = await next.up(orders());
        expect([up.ok, ids()]).toEqual([true, [id]]);
    });

    test("names what is left from a known one", async () => {
        await interrupted(stage.on(shared), orders());
        const [id] = ids();
        await isRefused(stage.on({ CI: "1" }), orders(), id!, adopt(id!));
    });

    test("does not change the password of what a lost answer seems to have created", async () => {
        stage.emulator.faults.add({ endpoint: "createService", do: { kind: "drop", when: "after" } });
        const next = unknown();
        const up = await next.tryUp(orders({ generatePassword: true }));
        expect(errorsOf(up).join()).toContain("so its password was not changed");
        expect(stage.calls()).toEqual(["createService"]);
    });
});
