// Just before it deletes or replaces something, the provider looks at it. What the state remembers is not enough.
import { Service, Vpc } from "../../../src";
import type { ServiceArgs } from "../../../src/program/resources/service";
import type * as pulumi from "@pulumi/pulumi";
import { answers, hours, notFound, raw, regionCode, answer, said, seconds } from "../support/certain";
import { stage } from "../support/eachStage";
import type { Outcome } from "../../histories/engine/operate";
import { errorsOf } from "../support/stage";

type Opts = pulumi.CustomResourceOptions;
const orders = (args: ServiceArgs = {}, opts: Opts = {}) => new Service("orders", { regionCode, ...args }, opts);
const nothing = () => undefined;
const ids = () => stage.services.map(({ id }) => id);
const deletions = () => stage.calls().filter((call) => call?.startsWith("delete"));

/** Nothing is shown: each GET is a 404 in the API's form, and each list is empty. */
function hideAll(lastsMs: number): void {
    for (const kind of ["Service", "Vpc"] as const) {
        answers(stage, `get${kind}`, notFound, { lastsMs });
        answers(stage, `list${kind}s`, answer([]), { lastsMs });
    }
}

describe("a service that is PROD only at the API", () => {
    const ways: readonly (readonly [string, () => Promise<Outcome>, ServiceArgs, Opts])[] = [
        ["an `up` that no longer declares it", () => stage.tryUp(nothing), {}, {}],
        ["`destroy`", () => stage.destroy(), {}, {}],
        ["another region", () => stage.tryUp(() => orders({ regionCode: "eu-west-1" })), {}, {}],
        ["another name", () => stage.tryUp(() => orders({ name: "b" })), { name: "a" }, {}],
        ["a rename without alias", () => stage.tryUp(() => new Service("renamed", { regionCode })), {}, {}],
        [
            "`replaceOnChanges`",
            () => stage.tryUp(() => orders({ connectionPooler: true }, { replaceOnChanges: ["connectionPooler"] })),
            {},
            {},
        ],
        [
            "`--replace` where the old one goes first",
            () => stage.tryUp(() => orders({}, { deleteBeforeReplace: true }), { replace: ["orders"] }),
            {},
            { deleteBeforeReplace: true },
        ],
    ];

    test.each(ways)("is not deleted by %s, and the error says how to go on", async (_how, run, args, opts) => {
        await stage.up(() => orders({ environment: "DEV", ...args }, opts));
        const [id] = ids();
        stage.emulator.drift(id!, { environment: "PROD" });
        stage.calls();
        const outcome = await run();
        expect(outcome.ok).toBe(false);
        const told = said(outcome);
        for (const way of ["is PROD at the API", "pulumi refresh", "deletionProtection: false", "back to DEV"])
            expect(told).toContain(way);
        expect(deletions()).toEqual([]);
        expect(ids()).toContain(id);
        expect(stage.heldAs("orders").id).toBe(id);
    });

    test.each(ways.slice(2, 4))("is refused before its replacement is begun, by %s", async (_how, run, args, _opts) => {
        await stage.up(() => orders({ environment: "DEV", ...args }));
        stage.emulator.drift(ids()[0]!, { environment: "PROD" });
        stage.calls();
        await run();
        expect(stage.calls()).toEqual([]);
    });

    test("is refused by the preview of its replacement", async () => {
        await stage.up(() => orders({ environment: "DEV" }));
        stage.emulator.drift(ids()[0]!, { environment: "PROD" });
        expect(said(await stage.preview(() => orders({ regionCode: "eu-west-1" })))).toContain("is PROD at the API");
    });

    test.each([() => stage.tryUp(nothing), () => stage.destroy()])(
        "is deleted where the program says that it is not protected",
        async (run) => {
            await stage.up(() => orders({ environment: "DEV", deletionProtection: false }));
            stage.emulator.drift(ids()[0]!, { environment: "PROD" });
            expect((await run()).ok).toBe(true);
            expect(ids()).toEqual([]);
        },
    );

    test.each([
        ["before a refresh", false],
        ["after a refresh", true],
    ])("is not taken for DEV where its environment is a word of the API's own: %s", async (_when, isRefreshed) => {
        await stage.up(() => orders());
        stage.emulator.drift(ids()[0]!, { environment: "LIVE" });
        if (isRefreshed) expect((await stage.refresh()).ok).toBe(true);
        stage.calls();
        expect(said(await stage.tryUp(nothing))).toMatch(isRefreshed ? "is protected" : 'is "LIVE" at the API');
        expect(deletions()).toEqual([]);
        expect(ids()).toHaveLength(1);
    });

    test("is not taken for DEV where the API has stopped to show its environment", async () => {
        await stage.up(() => orders({ environment: "DEV" }));
        stage.emulator.setQuirks({ omit: ["metadata"] });
        const outcome = await stage.destroy();
        expect(said(outcome)).toContain("no longer shows the environment");
        expect(ids()).toHaveLength(1);
    });

    test("an API that never shows an environment hinders no deletion", async () => {
        stage.emulator.setQuirks({ omit: ["metadata"] });
        await stage.up(() => orders({ environment: "DEV" }));
        expect((await stage.destroy()).ok).toBe(true);
        expect(ids()).toEqual([]);
    });

    test("is kept where it becomes PROD between a refused DELETE and its repetition", async () => {
        await stage.up(() => orders({ environment: "DEV" }));
        const [id] = ids();
        answers(stage, "deleteService", { kind: "busy", status: 423 }, { count: 1 });
        const end = stage.emulator.intercept({
            before({ endpoint }) {
                if (endpoint === "deleteService") stage.emulator.drift(id!, { environment: "PROD" });
                return Promise.resolve();
            },
        });
        expect((await stage.destroy()).ok).toBe(false);
        end();
        expect(deletions()).toEqual(["deleteService"]);
        expect(stage.services.map(({ status }) => status)).toEqual(["READY"]);
    });

    test("is kept where it becomes PROD during its replacement, and each later up says how to give it up", async () => {
        await stage.up(() => orders({ environment: "DEV" }));
        const [id] = ids();
        const end = stage.emulator.intercept({
            before({ endpoint }) {
                if (endpoint === "createService") stage.emulator.drift(id!, { environment: "PROD" });
                return Promise.resolve();
            },
        });
        const replaced = () => orders({ environment: "DEV", regionCode: "eu-west-1" });
        expect((await stage.tryUp(replaced)).ok).toBe(false);
        end();
        const again = await stage.tryUp(replaced);
        expect(said(again)).toContain("give it up with `pulumi state delete`");
        expect(ids()).toHaveLength(2);
        expect(stage.heldAs("orders").id).not.toBe(id);
    });
});

describe("a lapse of all reads", () => {
    const protectedOne = () => orders({ environment: "PROD" }, { protect: false });

    test.each([
        ["`destroy`", () => stage.destroy()],
        ["an `up` without it", () => stage.tryUp(nothing)],
    ])("of five seconds deletes no protected service, by %s", async (_how, run) => {
        await stage.up(protectedOne);
        await stage.clock.sleep(hours(1));
        hideAll(seconds(5));
        expect((await run()).ok).toBe(false);
        expect(deletions()).toEqual([]);
        expect(stage.services.map(({ status }) => status)).toEqual(["READY"]);
    });

    test("sends no DELETE for what was adopted before, where `adopt` names another one", async () => {
        const [a, b] = stage.emulator.create.services(2, { region_code: regionCode }).map(({ id }) => id);
        await stage.up(() => orders({ adopt: a! }));
        hideAll(seconds(5));
        stage.calls();
        expect((await stage.tryUp(() => orders({ adopt: b! }))).ok).toBe(false);
        expect(deletions()).toEqual([]);
        expect(stage.heldAs("orders").id).toBe(a);
    });

    const program = () => {
        new Vpc("net", { cidr: "10.0.0.0/16", regionCode });
        orders();
        new Service("other", { regionCode });
    };

    test.each([14, 55])("of %d seconds makes nothing anew in an `up --refresh`", async (lasting) => {
        await stage.up(program);
        await stage.clock.sleep(hours(1));
        const before = ids();
        hideAll(seconds(lasting));
        stage.calls();
        expect((await stage.tryUp(program, { refresh: true })).ok).toBe(true);
        expect([stage.calls(), ids()]).toEqual([[], before]);
    });

    test("of ten minutes is an error that names all, and the one command to go on if they are gone", async () => {
        await stage.up(program);
        await stage.clock.sleep(hours(1));
        const before = ids();
        hideAll(seconds(600));
        stage.calls();
        const outcome = await stage.tryUp(program, { refresh: true });
        expect(outcome.ok).toBe(false);
        for (const id of before) expect(errorsOf(outcome).join()).toContain(id);
        expect(errorsOf(outcome).join()).toMatch(/CLOUDDB_CONFIRM_GONE='[^']+' pulumi refresh/);
        expect([stage.calls(), ids(), stage.held.length]).toEqual([[], before, 3]);
    });

    test("of one PROD service and another is an error; of one alone it is not", async () => {
        await stage.up(() => {
            protectedOne();
            new Service("other", { regionCode });
            new Service("third", { regionCode });
        });
        await stage.clock.sleep(hours(1));
        const [prod, other] = ["orders", "other"].map((name) => stage.heldAs(name).id);
        stage.emulator.remove(prod!);
        const { created_at } = stage.emulator.world.services.get(other!)!;
        stage.emulator.remove(other!);
        expect(errorsOf(await stage.refresh()).join()).toContain(prod);
        stage.emulator.create.service({ id: other!, region_code: regionCode });
        stage.emulator.world.services.get(other!)!.created_at = created_at;
        expect(errorsOf(await stage.refresh())).toEqual([]);
        expect(stage.held.map(({ name }) => name).sort()).toEqual(["other", "third"]);
    });

    test("counts as the truth for what the variable names", async () => {
        await stage.up(program);
        await stage.clock.sleep(hours(1));
        const all = [...ids(), ...stage.emulator.world.vpcs.keys()];
        for (const id of all) stage.emulator.remove(id);
        expect((await stage.refresh()).ok).toBe(false);
        const confirmed = stage.on({ CLOUDDB_CONFIRM_GONE: all.join(",") });
        expect((await confirmed.refresh()).ok).toBe(true);
        expect(confirmed.held).toEqual([]);
    });

    test("the row says what is waited for", async () => {
        await stage.up(() => orders());
        stage.emulator.remove(ids()[0]!);
        const { rows } = await stage.refresh();
        expect(rows.map(({ message }) => message)).toContain(
            "not shown by the API: confirming for 1 m that it is gone",
        );
    });
});

test("another service under the same id is not deleted, and the error shows both", async () => {
    await stage.up(() => orders());
    const [id] = ids();
    const [record] = (await raw(stage, "services")) as [object];
    answers(stage, "getService", answer({ ...record, created: "2029-06-01T00:00:00Z", region_code: "eu-west-1" }));
    const told = said(await stage.destroy());
    for (const shown of [id!, "us-east-1", "eu-west-1", "2029-06-01"]) expect(told).toContain(shown);
    expect(deletions()).toEqual([]);
});

describe("another service under the same id", () => {
    const bigger = { cpuMillis: 2000, memoryGbs: 8, password: "a-new-password" };
    const shownAsAnother = () => void (stage.emulator.world.services.get(ids()[0]!)!.created_at -= hours(1));

    test.each<[string, () => Promise<Outcome>]>([
        ["a refresh", () => stage.refresh()],
        ["an `up --refresh`", () => stage.tryUp(() => orders(bigger), { refresh: true })],
        ["an `up` that changes it", () => stage.tryUp(() => orders(bigger))],
    ])("is neither taken over nor changed by %s, and the next destroy keeps it", async (_how, run) => {
        await stage.up(() => orders());
        const { id, outputs } = stage.heldAs("orders");
        shownAsAnother();
        stage.calls();
        const outcome = await run();
        expect(outcome.ok).toBe(false);
        expect(said(outcome)).toContain(`service ${id} is not the one that this stack manages`);
        expect(stage.heldAs("orders").outputs["created"]).toBe(outputs["created"]);
        expect((await stage.destroy()).ok).toBe(false);
        expect(stage.calls()).toEqual([]);
        expect(ids()).toEqual([id]);
    });
});

test("an outage during a destroy of several services forgets none of them", async () => {
    await stage.up(() => {
        new Service("one", { regionCode });
        new Service("two", { regionCode });
    });
    await stage.clock.sleep(hours(1));
    hideAll(seconds(600));
    stage.calls();
    const outcome = await stage.destroy();
    expect(outcome.ok).toBe(false);
    expect(errorsOf(outcome).join()).toMatch(/CLOUDDB_CONFIRM_GONE='[^']+' pulumi destroy/);
    expect([stage.calls(), ids().length]).toEqual([[], 2]);
    expect(stage.held.length).toBeGreaterThan(0);
});

test("an outage during a destroy of services one after the other: the error names what has left the state", async () => {
    await stage.up(() => {
        const one = new Service("one", { regionCode });
        new Service("two", { regionCode }, { dependsOn: one });
    });
    await stage.clock.sleep(hours(1));
    const [one, two] = ["one", "two"].map((name) => stage.heldAs(name).id);
    hideAll(seconds(600));
    const told = said(await stage.destroy());
    expect(told).toContain(`none of these any more: service ${one}. An outage`);
    expect(told).toContain(`already counted as gone: service ${two}. If that exists`);
    expect(told).toContain(`CLOUDDB_CONFIRM_GONE='${one}' pulumi destroy`);
    expect(ids().sort()).toEqual([one, two].sort());
});

test("after a destroy that was interrupted when the API had accepted all, the error has the command that goes on", async () => {
    await stage.up(() => {
        new Service("one", { regionCode });
        new Service("two", { regionCode });
    });
    const gone = ids();
    for (const id of gone) stage.emulator.remove(id);
    await stage.clock.sleep(hours(1));
    const [, confirmed = ""] =
        /such as by an interrupted .*CONFIRM_GONE='([^']+)' pulumi destroy/.exec(said(await stage.destroy())) ?? [];
    expect(confirmed.split(",").sort()).toEqual(gone.sort());
    const confirming = stage.on({ CLOUDDB_CONFIRM_GONE: confirmed });
    expect((await confirming.destroy()).ok).toBe(true);
    expect(confirming.held).toEqual([]);
});

test.each(["drop", "status"] as const)(
    "a DELETE whose answer is lost (%s) is followed by a look before it is sent again",
    async (kind) => {
        await stage.up(() => orders());
        const lost = kind === "drop" ? ({ kind, when: "before" } as const) : ({ kind, status: 503 } as const);
        answers(stage, "deleteService", lost, { count: 2 });
        stage.emulator.clearRequests();
        expect((await stage.destroy()).ok).toBe(true);
        const requests = stage.emulator.requests().map(({ endpoint }) => endpoint);
        const deletes = requests.flatMap((endpoint, n) => (endpoint === "deleteService" ? [requests[n - 1]] : []));
        expect(deletes).toEqual(["getService", "getService", "getService"]);
    },
);

describe("a service that the program still reads with `get`", () => {
    const reading = (id: string) => () => Service.get("copy", id);

    test("is not deleted when its resource leaves the program", async () => {
        await stage.up(() => orders());
        const [id] = ids();
        const outcome = await stage.tryUp(reading(id!));
        expect(errorsOf(outcome).join()).toMatch(/Service\.get\("copy".*still reads it.*pulumi state delete/);
        expect(deletions()).toEqual([]);
        expect(ids()).toEqual([id]);
    });

    test("goes with a `destroy`", async () => {
        await stage.up(() => orders());
        const [id] = ids();
        await stage.up(() => {
            orders();
            Service.get("copy", id!);
        });
        expect((await stage.destroy()).ok).toBe(true);
        expect(ids()).toEqual([]);
    });
});
