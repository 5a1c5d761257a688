// A create makes exactly one, or ends with an error that names what may exist. It takes for its own only what shows all that it asked for.
import type { Fault } from "../../src/emulator";
import { fault, stack } from "../support/eachStack";
import { type PropertyMap, upFailureOf } from "../support/inProcess";

const region = "us-east-1";
const services = () => [...stack.emulator.world.services.values()];
const ids = () => services().map(({ id }) => id);
const posts = (endpoint: string) => stack.calls().filter((call) => call === endpoint).length;

describe("another stack creates the same name while our answer is lost", () => {
    const create = () => stack.emulator.create;
    const fork = async (): Promise<{ readonly id: string }> => {
        const { url, projectId, token } = stack.emulator;
        const parent = create().service({ name: "parent" });
        const forked = await fetch(`${url}/projects/${projectId}/services/${parent.id}/forkService`, {
            method: "POST",
            headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
            body: JSON.stringify({ fork_strategy: "NOW", name: "orders" }),
        });
        return { id: ((await forked.json()) as { service_id: string }).service_id };
    };
    const theirs = (row: object) => () => create().service({ name: "orders", ...row });
    const net = { cidr: "10.0.0.0/16", regionCode: region };

    test.each<
        ["Service" | "Vpc", string, PropertyMap, () => { readonly id: string } | Promise<{ readonly id: string }>]
    >([
        ["Service", "in another region", { regionCode: region }, theirs({ region_code: "eu-west-1" })],
        ["Service", "of another size", { cpuMillis: 2000, memoryGbs: 8 }, theirs({ cpu_millis: 500, memory_gbs: 2 })],
        ["Service", "as a fork", {}, fork],
        ["Vpc", "of another network", net, () => create().vpc({ name: "orders", cidr: "10.1.0.0/16" })],
    ])("a %s %s: it is not ours", async (type, _what, args, make) => {
        fault(`create${type}`, { kind: "drop" });
        const up = stack.up(type, "orders", args);
        await stack.clock.sleep(5_000);
        const { id } = await make();
        const ours = await up;
        expect(ours.id).not.toBe(id);
        const { vpcs } = stack.emulator.world;
        expect([...services(), ...vpcs.values()].filter(({ name }) => name === "orders")).toHaveLength(2);
        expect(stack.calls()).not.toContain("updateServicePassword");
        expect(await stack.diff(ours, args)).toMatchObject({ changes: false });
    });

    test("a service of another type, which the addons may make: an error names it, and nothing is created", async () => {
        fault("createService", { kind: "drop" });
        const up = upFailureOf(stack.up("Service", "orders", { addons: ["ai"] }));
        await stack.clock.sleep(5_000);
        const { id } = theirs({ service_type: "POSTGRES" })();
        const { message, left } = await up;
        expect([left, ids()]).toEqual([undefined, [id]]);
        expect(message).toContain(`adopt: "${id}"`);
    });

    test("with the same arguments it cannot be told apart: what is taken over is told", async () => {
        fault("createService", { kind: "drop" });
        const up = stack.up("Service", "orders", {});
        await stack.clock.sleep(5_000);
        const theirs = stack.emulator.create.service({ name: "orders", age_ms: 0 });
        expect((await up).id).toBe(theirs.id);
        expect(stack.notes).toContainEqual(
            `orders: no response showed what was created: ${theirs.id} is new and matches the request, so this resource now manages it; ` +
                "its initial password was in the lost response. Set `generatePassword: true` or `password` to have a new one",
        );
    });
});

// After the work, it is one of the answers that are lost: test/provider/operations/createOnce.
test.each([
    ["503 with Retry-After", { kind: "status", status: 503, headers: { "retry-after": "5" } }],
    ["429 with Retry-After", { kind: "rateLimit", retryAfter: 5 }],
    ["429 without", { kind: "rateLimit" }],
] as const)("%s before the work: made again, once, and not before the time asked for", async (_what, action) => {
    fault("createService", action);
    const before = stack.clock.now();
    const service = await stack.up("Service", "orders", { regionCode: region });
    expect([posts("createService"), ids()]).toEqual([2, [service.id]]);
    expect(stack.clock.now() - before).toBeGreaterThanOrEqual(5_000);
});

test.each([429, 423])("%d after the work, twice, and a list that lags for long: all are named", async (status) => {
    stack.emulator.setQuirks({ listLagMs: 200_000 });
    fault("createService", { kind: "status", status, when: "after" }, { count: 2 });
    const { message, left } = await upFailureOf(stack.up("Service", "orders", {}));
    expect(services().length).toBe(3);
    for (const id of ids()) expect(message).toContain(id);
    expect(ids()).toContain(left?.id);
});

test("a lost answer, and a list that lags for 150 s: what it shows within a minute after the second one is complete is named", async () => {
    // The emulator's times are scaled by 0.05.
    stack.emulator.setQuirks({ listLagMs: 150_000 / 0.05 });
    fault("createService", { kind: "drop", when: "after" });
    fault("createService", { kind: "slow", factor: 5 }, { after: 1 });
    const began = stack.clock.now();
    const { message, left } = await upFailureOf(stack.up("Service", "orders", {}));
    expect([services().length, ids().at(-1)]).toEqual([2, left?.id]);
    expect(message).toMatch(/^service "orders" in project \S+ was created more than once/);
    for (const id of ids()) expect(message).toContain(id);
    expect(stack.clock.now() - began).toBeLessThan(4 * 60_000);
});

describe("a look after a lost answer that fails", () => {
    const refusals: readonly (readonly [string, Fault["do"]])[] = [
        ["401", { kind: "status", status: 401 }],
        ["500", { kind: "status", status: 500 }],
        ["403", { kind: "status", status: 403 }],
        ["409", { kind: "status", status: 409 }],
        ["an empty 200", { kind: "empty" }],
        ["a page with 200", { kind: "html" }],
    ];
    test.each(refusals)("with %s: the error says that it may exist", async (_what, action) => {
        fault("createService", { kind: "drop", when: "after" });
        fault("listServices", action, { after: 1, count: null });
        const { message, left } = await upFailureOf(stack.up("Service", "orders", {}));
        expect([left, posts("createService")]).toEqual([undefined, 1]);
        expect(message).toMatch(
            /^The creation of service "orders" in project \S+ may have been carried out: POST .* Whether it exists cannot be seen: GET .*\. The next `pulumi up` looks for it before it creates another\.( Is the API key right .*| May the API key .*)?$/,
        );
    });

    test.each(refusals)("with %s for a while: it is found", async (_what, action) => {
        fault("createService", { kind: "drop", when: "after" });
        fault("listServices", action, { after: 1, count: 12 });
        const service = await stack.up("Service", "orders", {});
        expect(ids()).toEqual([service.id]);
    });
});

test("two stacks create the same name at the same moment: each has its own, and deletes its own", async () => {
    const other = stack.beside();
    let release = () => undefined as unknown;
    const bothHaveAsked = new Promise<void>((resolve) => (release = resolve));
    let asked = 0;
    stack.emulator.intercept({
        before({ endpoint }) {
            if (endpoint !== "createService") return undefined;
            if (++asked === 2) release();
            return bothHaveAsked;
        },
    });
    const [ours, theirs] = await Promise.all([stack, other].map((one) => one.up("Service", "db", { name: "db" })));
    expect(ids().sort()).toEqual([ours!.id, theirs!.id].sort());
    await stack.destroy(ours!);
    expect(ids()).toEqual([theirs!.id]);
    expect(await other.diff(theirs!, { name: "db" })).toMatchObject({ changes: false });
});

describe("one name for two resources of a program", () => {
    test("is an error, though the list does not show the first one yet", async () => {
        fault("listServices", { kind: "status", status: 200, body: [] }, { count: null });
        const first = await stack.up("Service", "a", { name: "orders" });
        const { message } = await upFailureOf(stack.up("Service", "b", { name: "orders" }));
        expect(message).toMatch(/^Two resources of this program want to create service "orders"/);
        expect(ids()).toEqual([first.id]);
    });

    test("in another case is the same name", async () => {
        const { id } = stack.emulator.create.service({ name: "orders" });
        const { message } = await upFailureOf(stack.up("Service", "a", { name: "Orders" }));
        expect(message).toContain(`adopt: "${id}"`);
        expect(posts("createService")).toBe(0);
    });
});

test("a quota that is used up is told at once, not in 45 minutes", async () => {
    const parent = stack.emulator.create.service();
    const body = { code: "QUOTA_EXCEEDED", message: "at most 3 read replica sets" };
    fault("createReplicaSet", { kind: "status", status: 409, body }, { count: null });
    const before = stack.clock.now();
    const args = { serviceId: parent.id, nodes: 1, cpuMillis: 500, memoryGbs: 2 };
    expect((await upFailureOf(stack.up("ReadReplicaSet", "set", args))).message).toContain("at most 3");
    expect(stack.clock.now() - before).toBeLessThan(1_000);
});

test("a record of somebody else that breaks the contract is in nobody's way", async () => {
    stack.emulator.setQuirks({ malformedRecord: true });
    const service = await stack.up("Service", "orders", { regionCode: region });
    expect(ids()).toEqual([service.id]);
});
