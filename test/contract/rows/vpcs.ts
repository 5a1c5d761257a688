import { apiErrorOf } from "../../provider/api/support";
import { emulatedTest, story } from "../support/story";

const text = expect.any(String) as string;
const cidr = "10.42.0.0/16";
const peer = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-0a1b2c3d" };
const peering = () => ({ ...story.vpc(), peeringId: story.ids.peering! });
const getPeering = () => story.client.peerings.get(peering());
const get = (vpcId = story.ids.vpc!) => story.client.vpcs.get({ ...story.vpc(), vpcId });

export function vpcs(): void {
    test("vpcs.create gives the VPC, and vpcs.get the same", async () => {
        const args = { cidr, name: story.name("net"), regionCode: story.region };
        const made = await story.client.vpcs.create({ projectId: story.projectId, ...args });
        expect(made).toEqual({ id: text, ...args });
        story.ids.vpc = made.id;
        expect(await get()).toEqual(made);
    });

    test("vpcs.rename gives a message or nothing, and vpcs.list shows the new name", async () => {
        const name = story.name("network");
        const said = await story.client.vpcs.rename({ ...story.vpc(), name });
        expect([undefined, { message: text }, {}]).toContainEqual(said);
        const { records } = await story.client.vpcs.list({ projectId: story.projectId });
        expect(records).toContainEqual(expect.objectContaining({ id: story.ids.vpc, name }));
    });

    test("vpcs.get of what is not there", async () => {
        expect(await apiErrorOf(get("none"))).toMatchObject({ kind: "notFound", status: 404 });
    });
}

export function peerings(): void {
    test("peerings.create gives the peering, and peerings.list shows it", async () => {
        const made = await story.client.peerings.create({ ...story.vpc(), ...peer });
        expect(made).toMatchObject({ id: text, ...peer });
        story.ids.peering = made.id;
        const { records } = await story.client.peerings.list(story.vpc());
        expect(records).toContainEqual(expect.objectContaining({ id: made.id, ...peer }));
    });

    test("peerings.get shows it; the provider's id comes later", async () => {
        const seen = await story.until(getPeering, (one) => (one.provisionedId ?? one.errorMessage) !== undefined);
        expect(seen).toMatchObject({ id: story.ids.peering, ...peer, status: text });
    });

    emulatedTest("peerings.get shows that the other side has accepted", async () => {
        story.emulator.acceptPeering(story.ids.peering!);
        const { provisionedId } = await story.until(getPeering, ({ status }) => status === "active");
        expect(provisionedId).toEqual(text);
    });

    emulatedTest("peerings.get shows why it has failed", async () => {
        story.emulator.refusePeering(story.ids.peering!, "The other side has refused.");
        expect((await getPeering()).errorMessage).toBe("The other side has refused.");
    });

    test("peerings.delete, until peerings.list shows it no more; again, it is done", async () => {
        await story.client.peerings.delete(peering());
        await story.until(
            () => story.client.peerings.list(story.vpc()),
            ({ records }) => !records.some(({ id }) => id === story.ids.peering),
        );
        await story.client.peerings.delete(peering());
    });
}

/** After the services, which are in the VPC. */
export function vpcEnd(): void {
    test("vpcs.delete; again, it is done", async () => {
        await story.client.vpcs.delete(story.vpc());
        expect(await apiErrorOf(get())).toMatchObject({ kind: "notFound" });
        await story.client.vpcs.delete(story.vpc());
    });
}
