// Peerings, and the activations that wait for them: a wait ends with what the other side does, and changes nothing.
import { stack } from "../../support/eachStack";
import { type Deployed, failureOf, type PropertyMap, upFailureOf } from "../../support/inProcess";

const peer = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-0a1b2c3d" };
const net = (cidr = "10.0.0.0/16") => stack.up("Vpc", cidr, { cidr, regionCode: "us-east-1" });

/** A peering that the other side has not accepted yet. */
const pending = async (more: PropertyMap = {}) =>
    stack.up("Peering", "office", { vpcId: (await net()).id, ...peer, ...more });
/** An update of it that waits for another goal. */
const goal = ({ inputs }: Deployed, waitFor: string) => ({ vpcId: inputs["vpcId"], ...peer, waitFor });
const ownId = ({ outs }: Deployed) => outs["peeringId"] as string;
const activate = (peeringId: string, old?: Deployed) => stack.up("PeeringActivation", "active", { peeringId }, old);
const both = (message: string, id: string) =>
    [`peering ${id}`, `activation of peering ${id}`].map((who) => who + message);

test("a goal that comes later is planned, and awaited", async () => {
    const created = await pending({ waitFor: "created" });
    stack.lines.length = 0;
    for (const waitFor of ["provisioned", "active"]) await stack.diff(created, goal(created, waitFor));
    expect(stack.lines).toEqual([
        'wait until it is provisioned, then waitFor "created" -> "provisioned"',
        'wait until it is active, then waitFor "created" -> "active"',
    ]);
    await stack.clock.sleep(10_000);
    stack.emulator.acceptPeering(ownId(created));
    await stack.up("Peering", "office", goal(created, "active"), created);
    expect(stack.lines).toContainEqual(expect.stringMatching(/^waiting until it is active:? ?.*$/));
});

test("deleted while it is awaited: says so", async () => {
    const before = await pending();
    const update = stack.up("Peering", "office", goal(before, "active"), before);
    const waits = [update, activate(before.id)].map(upFailureOf);
    await stack.clock.sleep(5_000);
    stack.emulator.remove(ownId(before));
    expect((await Promise.all(waits)).map(({ message }) => message)).toEqual(
        both(
            ": waiting until it is active failed: it was deleted meanwhile. Run `pulumi refresh`; the next `pulumi up` creates it again.",
            before.id,
        ),
    );
});

test("gone before the next up: says what to do", async () => {
    const before = await pending();
    const { left } = await upFailureOf(activate(before.id));
    stack.emulator.remove(ownId(before));
    await stack.clock.sleep(60_000);
    const update = stack.up("Peering", "office", goal(before, "active"), before);
    const failures = await Promise.all([update, activate(before.id, left)].map(failureOf));
    expect(failures.map(({ message }) => message)).toEqual(
        both(" no longer exists. Run `pulumi refresh`; the next `pulumi up` then creates it again.", before.id),
    );
});

test("waits until the other side has accepted, and changes nothing", async () => {
    const peering = await pending();
    stack.emulator.clearRequests();
    const waiting = activate(peering.id);
    await stack.clock.sleep(120_000);
    stack.emulator.acceptPeering(ownId(peering));
    const active = await waiting;
    expect(active.id).toBe(peering.id);
    expect(active.outs).toMatchObject({
        peeringId: peering.id,
        provisionedId: peering.outs["provisionedId"],
        status: "active",
        projectId: stack.emulator.projectId,
    });
    expect(stack.calls()).toEqual([]);
    expect(stack.lines).toContainEqual(
        expect.stringMatching(/^waiting until it is active: pending-acceptance, at most 10 m$/),
    );
});

test("an active peering is no wait at all, for any number of resources; deleting one deletes and asks nothing", async () => {
    const peering = await pending();
    stack.emulator.drift(ownId(peering), { status: "active" });
    stack.emulator.clearRequests();
    const both = await Promise.all([activate(peering.id), activate(peering.id)]);
    expect(both.map(({ outs }) => outs["status"])).toEqual(["active", "active"]);
    expect(stack.emulator.requests().length).toBeLessThanOrEqual(2);
    stack.emulator.clearRequests();
    await stack.destroy(both[0]);
    expect(stack.emulator.requests()).toEqual([]);
    expect(stack.emulator.resource(ownId(peering))).toMatchObject({ status: "active" });
});

test("a peering that fails ends the wait at once, with the API's words; the next up looks again", async () => {
    const peering = await pending();
    const waiting = upFailureOf(activate(peering.id));
    await stack.clock.sleep(30_000);
    const before = stack.clock.now();
    stack.emulator.refusePeering(ownId(peering), "The peer rejected the request.");
    const { message, left } = await waiting;
    expect(message).toBe(
        `activation of peering ${peering.id}: waiting until it is active failed: The peer rejected the request. To ask another peer, change the arguments of the \`Peering\`, which replaces it. To ask the same one, set \`deleteBeforeReplace: true\` on it, and run \`pulumi up --replace\` with its URN.`,
    );
    expect(stack.clock.now() - before).toBeLessThanOrEqual(15_000);
    // What went wrong before a peering became active is past, though its record still says it.
    stack.emulator.drift(ownId(peering), { status: "Active" });
    expect((await activate(peering.id, left)).outs).toMatchObject({ status: "Active" });
});

test("a peering that is not there", async () => {
    const { id } = await net();
    const { message, left } = await upFailureOf(activate(`${id}/nothing`));
    expect(message).toBe(`There is no peering ${id}/nothing in project ${stack.emulator.projectId}.`);
    expect(left).toBeUndefined();
});

test("a peering is gone with its VPC, which a refresh of others has still listed", async () => {
    const peering = await pending();
    const others = await Promise.all(["10.1.0.0/16", "10.2.0.0/16"].map(net));
    await stack.clock.sleep(3_600_000);
    await Promise.all(others.map(stack.refresh.bind(stack)));
    stack.emulator.remove(peering.inputs["vpcId"] as string);
    expect(await stack.refresh(peering)).toBeUndefined();
});

test("a time-out says what was awaited, and the next up waits on", async () => {
    const peering = await pending();
    const { message, left } = await upFailureOf(activate(peering.id));
    expect(message).toBe(
        `activation of peering ${peering.id}: waiting until it is active did not complete within 10 m ` +
            "(status pending-acceptance; still to come: active). The next `pulumi up` goes on from there; " +
            "`customTimeouts: { create: ... }` allows longer.",
    );
    stack.emulator.acceptPeering(ownId(peering));
    expect((await activate(peering.id, left)).outs).toMatchObject({ status: "active" });
});

test("a refresh: nothing changes; an inactive peering is drift; a peering that is gone takes it along", async () => {
    const peering = await pending();
    stack.emulator.drift(ownId(peering), { status: "active" });
    const active = await activate(peering.id);
    expect((await stack.refresh(active))?.outs).toEqual(active.outs);
    stack.emulator.drift(ownId(peering), { status: "pending" });
    await stack.clock.sleep(60_000);
    const drifted = await stack.refresh(active);
    expect(await stack.diff(drifted!, { peeringId: peering.id })).toMatchObject({ changes: true, replaces: [] });
    stack.emulator.remove(ownId(peering));
    await stack.clock.sleep(60_000);
    expect(await stack.refresh(active)).toBeUndefined();
});

test.each(["rejected", "FAILED", "expired", "provisioning-error"])(
    "a peering that is %s comes to nothing",
    async (status) => {
        const peering = await pending();
        stack.emulator.drift(ownId(peering), { status });
        expect((await upFailureOf(activate(peering.id))).message).toBe(
            `activation of peering ${peering.id}: waiting until it is active failed: its status is ${status}.`,
        );
    },
);
