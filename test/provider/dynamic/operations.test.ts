// What the operations do beside the lifecycle: what is unfinished, who has which record, in which project, what counts as given, and what
// an error says.
import { UserError } from "../../../src/provider/lifecycle";
import { forUser } from "../../../src/provider/dynamic/operations/operation";
import { fault, stack } from "../../support/eachStack";
import { type Deployed, failureOf, type PropertyMap, type Type, upFailureOf } from "../../support/inProcess";

const size = { cpuMillis: 1000, memoryGbs: 4 };

const refuse = (endpoint: "resizeService" | "enableServicePooler") => fault(endpoint, { kind: "status", status: 400 });
const hiddenOf = (outs: PropertyMap) => outs["__clouddb"] as PropertyMap;

test("a create that failed halfway is unfinished until an update has finished it", async () => {
    refuse("enableServicePooler");
    const { left } = await upFailureOf(stack.up("Service", "orders", { ...size, connectionPooler: true }));
    expect(hiddenOf(left!.outs)["unfinished"]).toBe(true);

    refuse("enableServicePooler");
    const args = { ...size, connectionPooler: true };
    const { left: again } = await upFailureOf(stack.up("Service", "orders", args, left));
    expect(hiddenOf(again!.outs)["unfinished"]).toBe(true);

    const done = await stack.up("Service", "orders", args, again);
    expect(hiddenOf(done.outs)).not.toHaveProperty("unfinished");
});

test.each([
    ["shorter than that of an update", "2m", "2 m"],
    ["longer than that of an update", "2h", "2 h"],
])("the time-out of the creation, %s, holds until the creation is complete", async (_what, create, limit) => {
    fault("createService", { kind: "stuck" });
    const timeouts = { create, update: "10m" };
    const up = (old?: Deployed) => stack.up("Service", "orders", size, old, timeouts);
    const first = await upFailureOf(up());
    const again = await upFailureOf(up(first.left));
    for (const { message } of [first, again]) expect(message).toContain(`did not complete within ${limit} `);
    expect(again.message).toContain("`customTimeouts: { create: ... }` allows longer");
    stack.emulator.finish();
    const done = await up(again.left);

    fault("resizeService", { kind: "stuck" });
    const bigger = stack.up("Service", "orders", { cpuMillis: 2000, memoryGbs: 8 }, done, timeouts);
    const { message } = await upFailureOf(bigger);
    expect(message).toContain("did not complete within 10 m");
    expect(message).toContain("`customTimeouts: { update: ... }` allows longer");
});

test("a peering that is waited for until it is active has the time-out of the creation, also when the next `up` goes on", async () => {
    const { id: vpcId } = stack.emulator.create.vpc();
    const other = { peerAccountId: "1", peerRegionCode: "us-east-1", peerVpcId: "vpc-1" };
    const up = (old?: Deployed) =>
        stack.up("Peering", "office", { vpcId, ...other, waitFor: "active" }, old, { create: "2h" });
    const first = await upFailureOf(up());
    const again = await upFailureOf(up(first.left));
    for (const { message } of [first, again]) expect(message).toContain("did not complete within 2 h ");
});

test("an update that failed leaves a finished resource finished", async () => {
    const made = await stack.up("Service", "orders", size);
    refuse("resizeService");
    const { left } = await upFailureOf(stack.up("Service", "orders", { cpuMillis: 2000, memoryGbs: 8 }, made));
    expect(hiddenOf(left!.outs)).not.toHaveProperty("unfinished");
});

test("a resource that was updated is known to have its record: another one's deletion leaves it alone", async () => {
    const mine = await stack.up("Service", "mine", size);
    const other = { ...mine, name: "other", outs: { ...mine.outs, __clouddb: { ...hiddenOf(mine.outs), owner: "o" } } };
    const later = stack.beside();
    await later.up("Service", "mine", { cpuMillis: 2000, memoryGbs: 8 }, mine);
    await later.destroy(other);
    expect(later.warnings).toEqual([`mine: service ${mine.id} is now managed as mine, and is not deleted.`]);
    expect([...stack.emulator.world.services.keys()]).toEqual([mine.id]);
});

test("a message has no control characters of an API's text, and words stay apart", async () => {
    const message = "no\u001b[31m\r\n\r\nway";
    stack.emulator.faults.add({ endpoint: "createService", do: { kind: "status", status: 400, body: { message } } });
    const failure = await failureOf(stack.up("Service", "orders", size));
    expect(failure.message).toContain("no [31m way");
});

const net = { cidr: "10.0.0.0/16", regionCode: "us-east-1" };

describe("the project", () => {
    test("is requested once, however many resources need it at the same time", async () => {
        await stack.check("Vpc", "net", net);
        expect(stack.emulator.requests()).toEqual([]);
        const made = await Promise.all(
            ["a", "b", "c", "d"].map((name, n) => stack.up("Vpc", name, { ...net, cidr: `10.${n}.0.0/16` })),
        );
        await stack.up("Service", "db", {});
        await Promise.all(made.map((one) => stack.refresh(one)));
        const requests = (endpoint: string) => stack.emulator.requests().filter((one) => one.endpoint === endpoint);
        expect(requests("getCallerIdentity")).toHaveLength(1);
        // Before the creations, to see what they have made, and for the reads: fewer than one for each.
        expect(requests("listVpcs").length).toBeLessThanOrEqual(6);
        for (const { outs } of made) expect(outs["projectId"]).toBe(stack.emulator.projectId);
    });

    test("is requested again after a failure", async () => {
        stack.emulator.faults.add({ endpoint: "getCallerIdentity", do: { kind: "status", status: 401, body: {} } });
        const { message, left } = await upFailureOf(stack.up("Vpc", "net", net));
        expect([message, left]).toEqual([expect.stringContaining("401"), undefined]);
        await stack.up("Vpc", "net", net);
    });
});

test.each<[Type, PropertyMap]>([
    ["Vpc", { ...net, name: null, projectId: null, adopt: null }],
    ["Service", { regionCode: "us-east-1", vpcId: null, forkFrom: null, password: null, addons: [], paused: null }],
])("null inputs of a %s count as not given, and are not stored", async (type, args) => {
    const { id, inputs, outs, ...made } = await stack.up(type, "thing", args);
    // The default name is an input as well.
    const given = [...Object.keys(args).filter((key) => args[key] !== null), "name"].sort();
    const visible = Object.keys(inputs).filter((key) => !key.startsWith("__"));
    expect([visible.sort(), hiddenOf(outs)["arguments"]]).toEqual([given, given]);
    const read = (await stack.refresh({ id, inputs, outs, ...made }))!;
    expect(read.inputs).toEqual(inputs);
    expect(JSON.stringify([inputs, outs, read.outs])).not.toContain("null");
    stack.emulator.clearRequests();
    const nulls = { ...outs, vpcId: null, poolerEndpoint: null };
    const difference = await stack.provider(type).diff(id, nulls, { ...inputs, vpcId: null });
    expect(difference).toMatchObject({ changes: false });
    expect(stack.emulator.requests()).toEqual([]);
});

// Errors of the key: test/credentials.
test("an error that a wrong address may have caused names the setting", async () => {
    const db = await stack.up("Service", "orders", size);
    stack.emulator.faults.add({ do: { kind: "status", status: 404 }, count: null });
    expect((await failureOf(stack.refresh(db))).message).toMatch(
        /^GET \/projects\/.* was refused: 404.*\. Is the address right \(`clouddb:baseUrl`, up to its `v1`\)/,
    );
});

test("a change that only a replacement could make, of a resource that `adopt` names, is refused with what to do", async () => {
    const made = await stack.up("Service", "orders", { regionCode: "us-east-1", addons: [] });
    const args = { regionCode: "eu-west-1", addons: ["ai"], adopt: made.id };
    const { message } = await failureOf(stack.diff(made, args));
    expect(message).toBe(
        "regionCode and addons cannot change in place, and `adopt` names this service, so it is not replaced. " +
            "Correct the arguments, or remove `adopt` to have the resource replaced.",
    );
});

describe("the SDK's host prints `${error}: ${error.stack}` of an error that it also returns to the engine", () => {
    const printedOf = (error: Error) => `${String(error)}: ${error.stack ?? ""}`;

    test("which does not repeat one that is meant for the user", () => {
        const error = forUser(new UserError("There is no VPC v-1."));
        expect(error.message).toBe("There is no VPC v-1.");
        expect(printedOf(error)).toBe("pulumi-clouddb: an operation failed. Its resource shows the error.");
    });

    test("which is the stack of a bug of this package", () => {
        expect(printedOf(forUser(new TypeError("a bug")))).toMatch(/^TypeError: a bug: [^]*\n {4}at /);
    });
});

describe("an update that follows the creation so soon that the API does not show the resource everywhere", () => {
    const bigger = { cpuMillis: 2000, memoryGbs: 8 };
    const hide = () => fault("getService", { kind: "status", status: 404, body: { code: "NOT_FOUND" } }, { count: 2 });
    beforeEach(() => stack.emulator.setQuirks({ listLagMs: 3_600_000 }));

    test("does not take what is not shown for a moment for gone", async () => {
        const made = await stack.up("Service", "orders", size);
        hide();
        const after = await stack.up("Service", "orders", bigger, made);
        expect(after.outs).toMatchObject(bigger);
    });

    test("takes what is not shown a minute later for gone", async () => {
        const made = await stack.up("Service", "orders", size);
        await stack.clock.sleep(120_000);
        hide();
        expect((await failureOf(stack.up("Service", "orders", bigger, made))).message).toContain("no longer exists");
    });
});

test("a state without a URN, as an import leaves it: the lines of a delete name the resource by its id", async () => {
    const made = await stack.up("Service", "orders", size);
    const later = stack.beside();
    await later.destroy({ ...made, outs: { ...made.outs, __clouddb: { ...hiddenOf(made.outs), urn: undefined } } });
    expect(later.lines.slice(-2)).toEqual([
        `service ${made.id}: DELETING`,
        expect.stringMatching(`^service ${made.id}: done in `),
    ]);
});
