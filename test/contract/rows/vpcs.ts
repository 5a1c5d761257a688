import { emulatedRefusedRow, emulatedRow, refusedRow, row, type Row } from "../support/row";
import type { Story } from "../support/story";

const text = expect.any(String) as string;
const cidr = "10.42.0.0/16";
const vpc = ({ projectId, ids }: Story) => ({ projectId, vpcId: ids.vpc! });
const peering = (story: Story) => ({ ...vpc(story), peeringId: story.ids.peering! });
const peer = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-0a1b2c3d" };

export const vpcRows: readonly Row[] = [
    row(
        "vpcs.create gives the VPC",
        ({ client, projectId, name, region }) =>
            client.vpcs.create({ projectId, cidr, name: name("net"), regionCode: region }),
        (made, { ids, name, region }) => {
            expect(made).toEqual({ id: text, cidr, name: name("net"), regionCode: region });
            ids.vpc = made.id;
        },
    ),
    row(
        "vpcs.get gives the same",
        (story) => story.client.vpcs.get(vpc(story)),
        (seen, { ids, name, region }) =>
            expect(seen).toEqual({ id: ids.vpc, cidr, name: name("net"), regionCode: region }),
    ),
    row(
        "vpcs.rename gives a message or nothing",
        (story) => story.client.vpcs.rename({ ...vpc(story), name: story.name("network") }),
        (said) => expect([undefined, { message: text }, {}]).toContainEqual(said),
    ),
    row(
        "vpcs.list shows it under its new name",
        ({ client, projectId }) => client.vpcs.list({ projectId }),
        ({ records }, { ids, name }) =>
            expect(records).toContainEqual(expect.objectContaining({ id: ids.vpc, name: name("network") })),
    ),
    refusedRow("vpcs.get of what is not there", (story) => story.client.vpcs.get({ ...vpc(story), vpcId: "none" }), {
        kind: "notFound",
        status: 404,
    }),
    emulatedRefusedRow(
        "vpcs.create takes no CIDR that is none",
        ({ client, projectId, region }) =>
            client.vpcs.create({ projectId, cidr: "10.0.0.0", name: "n", regionCode: region }),
        { kind: "invalid" },
    ),
    emulatedRefusedRow(
        "vpcs.list of a project that the token is not for",
        ({ client }) => client.vpcs.list({ projectId: "another" }),
        { kind: "forbidden", status: 403 },
    ),
];

export const peeringRows: readonly Row[] = [
    row(
        "peerings.create gives the peering",
        (story) => story.client.peerings.create({ ...vpc(story), ...peer }),
        (made, { ids }) => {
            expect(made).toMatchObject({ id: text, ...peer });
            ids.peering = made.id;
        },
    ),
    row(
        "peerings.list shows it",
        (story) => story.client.peerings.list(vpc(story)),
        ({ records }, { ids }) => expect(records).toContainEqual(expect.objectContaining({ id: ids.peering, ...peer })),
    ),
    row(
        "peerings.get shows it; the provider's id comes later",
        (story) =>
            story.until(
                () => story.client.peerings.get(peering(story)),
                ({ provisionedId, errorMessage }) => provisionedId !== undefined || errorMessage !== undefined,
            ),
        (seen, { ids }) => expect(seen).toMatchObject({ id: ids.peering, ...peer, status: text }),
    ),
    emulatedRow(
        "peerings.get shows that the other side has accepted",
        (story) => {
            story.emulator!.acceptPeering(story.ids.peering!);
            return story.until(
                () => story.client.peerings.get(peering(story)),
                ({ status }) => status === "active",
            );
        },
        ({ provisionedId }) => expect(provisionedId).toEqual(text),
    ),
    emulatedRow(
        "peerings.get shows why it has failed",
        (story) => {
            story.emulator!.refusePeering(story.ids.peering!, "The other side has refused.");
            return story.client.peerings.get(peering(story));
        },
        ({ errorMessage }) => expect(errorMessage).toBe("The other side has refused."),
    ),
    emulatedRefusedRow(
        "vpcs.delete is refused while there are peerings",
        (story) => story.client.vpcs.delete(vpc(story)),
        { kind: "conflict", status: 409 },
    ),
    row("peerings.delete", (story) => story.client.peerings.delete(peering(story))),
    row("peerings.list shows it no more", (story) =>
        story.until(
            () => story.client.peerings.list(vpc(story)),
            ({ records }) => !records.some(({ id }) => id === story.ids.peering),
        ),
    ),
    row("peerings.delete of what is gone is done", (story) => story.client.peerings.delete(peering(story))),
];

/** After the services, which are in the VPC. */
export const vpcEndRows: readonly Row[] = [
    row("vpcs.delete", (story) => story.client.vpcs.delete(vpc(story))),
    refusedRow("vpcs.get of what is gone", (story) => story.client.vpcs.get(vpc(story)), { kind: "notFound" }),
    row("vpcs.delete of what is gone is done", (story) => story.client.vpcs.delete(vpc(story))),
];
