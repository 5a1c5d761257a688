import { Bench, textAt } from "./support/raw";

let bench: Bench;
beforeEach(async () => (bench = await Bench.start()));
afterEach(() => bench.stop());

const net = { cidr: "10.0.0.0/16", name: "net", region_code: "us-east-1" };
const peer = { peer_account_id: "123456789012", peer_region_code: "eu-west-1", peer_vpc_id: "vpc-0abc" };

test("a VPC is created, read, listed, renamed and deleted", async () => {
    const created = await bench.post("vpcs", net);
    expect(created).toMatchObject({ status: 201, body: net });
    const path = `vpcs/${textAt(created.body, "id")}`;
    expect(await bench.get(path)).toMatchObject({ status: 200, body: created.body });
    expect((await bench.get("vpcs")).body).toEqual([created.body]);
    expect((await bench.post(`${path}/rename`, { name: "other" })).status).toBe(200);
    expect((await bench.get(path)).body).toMatchObject({ ...net, name: "other" });
    expect(await bench.delete(path)).toMatchObject({ status: 204, body: undefined });
    expect((await bench.get(path)).status).toBe(404);
});

test.each([
    ...["10.0.0.0", "10.0.0.0/", "10.0.0.0/16/8", "10.0.0/16", "10.0.0.256/16", "010.0.0.0/16", "fd00::/16", ""],
    ...["10.0.0.0/33", "10.0.0.0/30", "0.0.0.0/0", "10.0.1.0/16"],
])("the block '%s' is refused", async (cidr) => {
    expect(await bench.post("vpcs", { ...net, cidr })).toMatchObject({ status: 422, body: { code: "INVALID_CIDR" } });
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
    bench.emulator.create.vpc({ id: "net" });
    bench.emulator.create.peering({ id: "peering", vpc_id: "net" });
    bench.emulator.create.service({ id: "orders" });
    const checkInUse = async () =>
        expect(await bench.delete("vpcs/net")).toMatchObject({ status: 409, body: { code: "VPC_IN_USE" } });
    await checkInUse();
    await bench.delete("vpcs/net/peerings/peering");
    for (const verb of ["attachToVPC", "detachFromVPC"]) {
        await bench.post(`services/orders/${verb}`, { vpc_id: "net" });
        await checkInUse();
        if (verb === "attachToVPC") await bench.pass(30);
        await checkInUse();
    }
    await bench.pass(30);
    expect((await bench.delete("vpcs/net")).status).toBe(204);
});

describe("peerings", () => {
    const list = "vpcs/net/peerings";
    let path: string;
    beforeEach(async () => {
        bench.emulator.create.vpc({ id: "net" });
        path = `${list}/${textAt((await bench.post(list, peer)).body, "id")}`;
    });
    const read = async () => (await bench.get(path)).body;

    test("a peering has its provisioned id when it awaits acceptance", async () => {
        expect(await read()).not.toHaveProperty("provisioned_id");
        await bench.pass(30);
        expect(await read()).toMatchObject({ ...peer, status: "pending-acceptance" });
        expect(textAt(await read(), "provisioned_id")).toMatch(/^pcx-/);
        expect((await bench.get(list)).body).toEqual([await read()]);
        expect((await bench.delete(path)).status).toBe(204);
        expect((await bench.get(path)).status).toBe(404);
    });

    test("the other side accepts by itself after the time of the quirk", async () => {
        bench.emulator.setQuirks({ autoAcceptMs: 20_000 });
        const statuses = { provisioning: 0, "pending-acceptance": 30, activating: 50, active: 60 };
        expect(await bench.watch(path, 100)).toEqual(Object.entries(statuses));
    });

    test("a refused peering stays failed, and can be created again", async () => {
        bench.emulator.refusePeering(path.split("/").at(-1)!, "The account does not know you.");
        await bench.pass(600);
        expect(await read()).toMatchObject({ status: "failed", error_message: "The account does not know you." });
        expect((await bench.post(list, peer)).status).toBe(201);
    });

    test.each([
        [peer, 409, "PEERING_EXISTS"],
        [{ ...peer, peer_account_id: " " }, 422, "INVALID_PEER"],
    ])("%j is refused", async (body, status, code) => {
        expect(await bench.post(list, body)).toMatchObject({ status, body: { code } });
    });
});
