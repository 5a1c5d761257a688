import type { PropertyMap } from "../support/propertyMaps";
import { withRig, type Rig, type Stored } from "./support";

const region = "us-east-1";
const gone = { id: "", props: expect.anything() as unknown };

interface Life {
    readonly type: Stored["type"];
    /** Creates the prerequisites; returns the arguments that refer to them. */
    before(rig: Rig): Promise<PropertyMap>;
    readonly args: PropertyMap;
    readonly change: PropertyMap;
    readonly created: readonly string[];
    readonly updated: readonly string[];
    readonly deleted: readonly string[];
    readonly outputs: PropertyMap;
    readonly replaced: PropertyMap;
}

const lives: Life[] = [
    {
        type: "Vpc",
        before: () => Promise.resolve({}),
        args: { cidr: "10.0.0.0/16", regionCode: region },
        change: { name: "renamed" },
        created: ["createVpc"],
        updated: ["renameVpc"],
        deleted: ["deleteVpc"],
        outputs: { name: "renamed", cidr: "10.0.0.0/16" },
        replaced: { cidr: "10.1.0.0/16" },
    },
    {
        type: "Peering",
        before: async (rig) => ({
            vpcId: (await rig.created("Vpc", "net", { cidr: "10.0.0.0/16", regionCode: region })).id,
        }),
        args: { peerAccountId: "123456789012", peerRegionCode: region, peerVpcId: "vpc-1" },
        change: { waitFor: "created" },
        created: ["createPeering"],
        updated: [],
        deleted: ["deletePeering"],
        outputs: { provisionedId: expect.stringMatching(/^pcx-/), peeringId: expect.any(String), waitFor: "created" },
        replaced: { peerVpcId: "vpc-3" },
    },
    {
        type: "Service",
        before: () => Promise.resolve({}),
        args: {
            regionCode: region,
            cpuMillis: 1000,
            memoryGbs: 4,
            environment: "DEV",
            replicaCount: 1,
            connectionPooler: true,
        },
        change: {
            cpuMillis: 2000,
            memoryGbs: 8,
            environment: "PROD",
            replicaCount: 2,
            connectionPooler: false,
            deletionProtection: false,
        },
        created: ["createService", "enableServicePooler"],
        updated: ["setServiceEnvironment", "resizeService", "setServiceHa", "disableServicePooler"],
        deleted: ["deleteService"],
        outputs: {
            status: "READY",
            endpoint: { host: expect.any(String) as unknown, port: expect.any(Number) as unknown },
            initialPassword: expect.any(String),
        },
        replaced: { regionCode: "eu-central-1" },
    },
    {
        type: "ReadReplicaSet",
        before: async (rig) => ({ serviceId: (await rig.created("Service", "db", { regionCode: region })).id }),
        args: { nodes: 1, cpuMillis: 1000, memoryGbs: 4 },
        change: { cpuMillis: 2000, memoryGbs: 8, environment: "PROD", connectionPooler: true },
        created: ["createReplicaSet"],
        updated: ["setReplicaSetEnvironment", "resizeReplicaSet", "enableReplicaSetPooler"],
        deleted: ["deleteReplicaSet"],
        outputs: {
            status: "active",
            endpoint: { host: expect.any(String) as unknown, port: expect.any(Number) as unknown },
            replicaSetId: expect.any(String),
        },
        replaced: { nodes: 3 },
    },
];

describe.each(lives)("$type over gRPC", (life) => {
    test("is checked, created, diffed, updated, read and deleted", () =>
        withRig(async (rig) => {
            const { provider, emulator } = rig;
            const args = { ...(await life.before(rig)), ...life.args };
            rig.calls();
            const created = await rig.created(life.type, "thing", args);
            expect([...new Set(rig.calls())]).toEqual(life.created);
            expect(await provider.diff(created.id, created.outs, created.inputs)).toMatchObject({
                changes: false,
                replaces: [],
            });
            expect(emulator.requests()).toEqual([]);

            const changed = { ...args, ...life.change };
            const updated = await rig.updated(created, changed);
            expect(rig.calls()).toEqual(life.updated);
            expect(updated.outs).toMatchObject({ ...life.outputs, ...life.change });
            expect(updated.outs["__provider"]).toBe(created.inputs["__provider"]);

            const read = await provider.read(updated.id, updated.outs);
            expect(read.id).toBe(updated.id);
            expect(read.props).toEqual(updated.outs);
            expect(read.inputs).toMatchObject(changed);

            rig.calls();

            const { inputs: replaced } = await provider.check(
                "",
                updated.inputs,
                rig.inputs(life.type, "thing", { ...changed, ...life.replaced }),
            );
            expect(await provider.diff(updated.id, updated.outs, replaced)).toMatchObject({
                changes: true,
                replaces: Object.keys(life.replaced),
            });

            const now = await provider.read(updated.id, updated.outs);
            await provider.delete(updated.id, { ...now.props, deletionProtection: false });
            expect(rig.calls()).toEqual(life.deleted);
            expect(await provider.read(updated.id, updated.outs)).toMatchObject(gone);
            await provider.delete(updated.id, { ...updated.outs, deletionProtection: false });
        }));
});
