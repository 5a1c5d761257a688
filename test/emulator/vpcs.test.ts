import { Bench, textAt } from "./support/raw";

let bench: Bench;
beforeEach(async () => (bench = await Bench.start()));
afterEach(() => bench.stop());

const net = { cidr: "10.0.0.0/16", name: "net", region_code: "us-east-1" };
const peer = { peer_account_id: "123456789012", peer_region_code: "eu-west-1", peer_vpc_id: "vpc-0abc" };

test("a VPC is made, read, listed, renamed and deleted", async () => {
    const made = await bench.post("vpcs", net);
    expect(made).toMatchObject({ status: 201, body: net });
    const path = `vpcs/${textAt(made.body, "id")}`;
    expect(await bench.get(path)).toMatchObject({ status: 200, body: made.body });
    expect((await bench.get("vpcs")).body).toEqual([made.body]);
    expect(await bench.post(`${path}/rename`, { name: "other" })).toMatchObject({
        status: 200,
        body: { message: expect.any(String) as unknown },
    });
    expect((await bench.get(path)).body).toMatchObject({ ...net, name: "other" });
    expect(await bench.delete(path)).toMatchObject({ status: 204, body: undefined });
    expect((await bench.get(path)).status).toBe(404);
});

test.each([
    ["10.0.0.0", "INVALID_CIDR"],
    ["10.0.0.0/", "INVALID_CIDR"],
    ["10.0.0.0/16/8", "INVALID_CIDR"],
    ["10.0.0/16", "INVALID_CIDR"],
    ["10.0.0.256/16", "INVALID_CIDR"],
    ["010.0.0.0/16", "INVALID_CIDR"],
    ["10.0.0.0/33", "INVALID_CIDR"],
    ["10.0.0.0/30", "INVALID_CIDR"],
    ["0.0.0.0/0", "INVALID_CIDR"],
    ["10.0.1.0/16", "INVALID_CIDR"],
    ["fd00::/16", "INVALID_CIDR"],
    ["", "INVALID_CIDR"],
])("the block '%s' is refused", async (cidr, code) => {
    expect(await bench.post("vpcs", { ...net, cidr })).toMatchObject({ status: 422, body: { code } });
});

test.each([
    [{ region_code: "mars-1" }, "INVALID_REGION"],
    [{ name: "" }, "INVALID_NAME"],
    [{ name: "x".repeat(129) }, "INVALID_NAME"],
])("%j is refused", async (change, code) => {
    expect(await bench.post("vpcs", { ...net, ...change })).toMatchObject({ status: 422, body: { code } });
});

test.each(["10.0.0.0/16", "10.0.128.0/17", "10.0.0.0/8"])("%s overlaps 10.0.0.0/16 of its region", async (cidr) => {
    await bench.post("vpcs", net);
    expect(await bench.post("vpcs", { ...net, cidr })).toMatchObject({ status: 409, body: { code: "CIDR_OVERLAP" } });
    expect((await bench.post("vpcs", { ...net, cidr, region_code: "eu-west-1" })).status).toBe(201);
    expect((await bench.post("vpcs", { ...net, cidr: "11.0.0.0/16" })).status).toBe(201);
});

test("a VPC with a peering, or with a service that is attached, attaching or detaching, is not deleted", async () => {
    const vpc_id = await bench.vpc();
    const path = `vpcs/${vpc_id}`;
    const inUse = async () =>
        expect(await bench.delete(path)).toMatchObject({ status: 409, body: { code: "VPC_IN_USE" } });
    const peering = await bench.post(`${path}/peerings`, peer);
    await inUse();
    await bench.delete(`${path}/peerings/${textAt(peering.body, "id")}`);

    const service = await bench.service();
    await bench.post(`${service}/attachToVPC`, { vpc_id });
    await inUse();
    await bench.pass(60);
    await inUse();
    await bench.post(`${service}/detachFromVPC`, { vpc_id });
    await inUse();
    await bench.pass(60);
    expect((await bench.delete(path)).status).toBe(204);
});

describe("peerings", () => {
    let list: string;
    beforeEach(async () => (list = `vpcs/${await bench.vpc()}/peerings`));
    const create = async () => `${list}/${textAt((await bench.post(list, peer)).body, "id")}`;

    test("a peering has its provisioned id after a while, and is active once the other side has accepted", async () => {
        const path = await create();
        expect((await bench.get(path)).body).not.toHaveProperty("provisioned_id");
        await bench.pass(60);
        const provisioned = await bench.get(path);
        expect(provisioned.body).toMatchObject({ ...peer, status: "pending-acceptance" });
        expect(textAt(provisioned.body, "provisioned_id")).toMatch(/^pcx-/);
        bench.emulator.acceptPeering(textAt(provisioned.body, "id"));
        await bench.pass(60);
        expect((await bench.get(path)).body).toEqual({ ...(provisioned.body as object), status: "active" });
        expect((await bench.get(list)).body).toHaveLength(1);
        expect((await bench.delete(path)).status).toBe(204);
        expect((await bench.get(path)).status).toBe(404);
    });

    test("the other side may accept by itself after a while", async () => {
        bench.emulator.setQuirks({ autoAcceptMs: 20_000 });
        expect(await bench.watch(await create(), 100)).toEqual([
            ["provisioning", 0],
            ["pending-acceptance", 30],
            ["activating", 50],
            ["active", 60],
        ]);
    });

    test("the other side may refuse", async () => {
        const path = await create();
        bench.emulator.refusePeering(path.split("/").at(-1)!, "The account does not know you.");
        const refused = { status: "failed", error_message: "The account does not know you." };
        expect((await bench.get(path)).body).toMatchObject(refused);
        await bench.pass(600);
        expect((await bench.get(path)).body).toMatchObject(refused);
        expect((await bench.post(list, peer)).status).toBe(201);
    });

    test("the same peering twice, or with an empty field, is refused", async () => {
        await create();
        expect(await bench.post(list, peer)).toMatchObject({ status: 409, body: { code: "PEERING_EXISTS" } });
        const nobody = { ...peer, peer_account_id: " " };
        expect(await bench.post(list, nobody)).toMatchObject({ status: 422, body: { code: "INVALID_PEER" } });
    });

    test("an accepting before it is provisioned is refused", async () => {
        const id = (await create()).split("/").at(-1)!;
        expect(() => bench.emulator.acceptPeering(id)).toThrow(/provisioning/);
    });
});
