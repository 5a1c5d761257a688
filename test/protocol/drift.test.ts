// Every argument changed behind the provider's back: a refresh shows exactly that, and the next update repairs exactly
// that.
import type { EndpointName } from "../../src/api";
import type { PropertyMap } from "../support/propertyMaps";
import { withRig, type Rig, type Type } from "./support";

const region = "us-east-1";

interface Case {
    /** The drift, with the emulator's field names. */
    readonly drift: PropertyMap;
    /** What the refreshed inputs say instead. */
    readonly inputs: PropertyMap;
    /** The calls of the update that repairs it, or the arguments that ask for a replacement. */
    readonly repair: EndpointName[] | { readonly replaces: string[] };
}

interface Subject {
    readonly type: Type;
    args(rig: Rig): Promise<PropertyMap>;
    readonly cases: (args: PropertyMap) => readonly Case[];
}

const network = (rig: Rig, name = "net") => rig.created("Vpc", name, { cidr: "10.0.0.0/16", regionCode: region });

const subjects: readonly Subject[] = [
    {
        type: "Vpc",
        args: () => Promise.resolve({ cidr: "10.0.0.0/16", regionCode: region, name: "net" }),
        cases: () => [
            { drift: { name: "other" }, inputs: { name: "other" }, repair: ["renameVpc"] },
            { drift: { cidr: "10.9.0.0/16" }, inputs: { cidr: "10.9.0.0/16" }, repair: { replaces: ["cidr"] } },
            {
                drift: { region_code: "eu-west-1" },
                inputs: { regionCode: "eu-west-1" },
                repair: { replaces: ["regionCode"] },
            },
        ],
    },
    {
        type: "Peering",
        args: async (rig) => ({
            vpcId: (await network(rig)).id,
            peerAccountId: "123456789012",
            peerRegionCode: region,
            peerVpcId: "vpc-1",
        }),
        cases: () => [
            { drift: { peer_vpc_id: "x" }, inputs: { peerVpcId: "x" }, repair: { replaces: ["peerVpcId"] } },
            {
                drift: { peer_account_id: "x" },
                inputs: { peerAccountId: "x" },
                repair: { replaces: ["peerAccountId"] },
            },
            {
                drift: { peer_region_code: "x" },
                inputs: { peerRegionCode: "x" },
                repair: { replaces: ["peerRegionCode"] },
            },
        ],
    },
    {
        type: "Service",
        args: async (rig) => ({
            name: "db",
            regionCode: region,
            cpuMillis: 1000,
            memoryGbs: 4,
            environment: "PROD",
            replicaCount: 2,
            syncReplicaCount: 1,
            connectionPooler: true,
            vpcId: (await network(rig)).id,
            paused: false,
            deletionProtection: false,
        }),
        cases: () => [
            { drift: { name: "other" }, inputs: { name: "other" }, repair: { replaces: ["name"] } },
            {
                drift: { region_code: "eu-west-1" },
                inputs: { regionCode: "eu-west-1" },
                repair: { replaces: ["regionCode"] },
            },
            { drift: { cpu_millis: 500 }, inputs: { cpuMillis: 500 }, repair: ["resizeService"] },
            { drift: { memory_gbs: 2 }, inputs: { memoryGbs: 2 }, repair: ["resizeService"] },
            { drift: { environment: "DEV" }, inputs: { environment: "DEV" }, repair: ["setServiceEnvironment"] },
            { drift: { replica_count: 1 }, inputs: { replicaCount: 1 }, repair: ["setServiceHa"] },
            { drift: { sync_replica_count: 0 }, inputs: { syncReplicaCount: 0 }, repair: ["setServiceHa"] },
            { drift: { pooler: false }, inputs: { connectionPooler: false }, repair: ["enableServicePooler"] },
            { drift: { vpc_id: null }, inputs: {}, repair: ["attachServiceToVpc"] },
            { drift: { status: "PAUSED" }, inputs: { paused: true }, repair: ["startService"] },
        ],
    },
    {
        type: "ReadReplicaSet",
        args: async (rig) => ({
            serviceId: (await rig.created("Service", "db", { regionCode: region })).id,
            name: "set",
            nodes: 2,
            cpuMillis: 1000,
            memoryGbs: 4,
            environment: "DEV",
            connectionPooler: true,
        }),
        cases: () => [
            { drift: { name: "other" }, inputs: { name: "other" }, repair: { replaces: ["name"] } },
            { drift: { nodes: 3 }, inputs: { nodes: 3 }, repair: { replaces: ["nodes"] } },
            { drift: { cpu_millis: 500 }, inputs: { cpuMillis: 500 }, repair: ["resizeReplicaSet"] },
            { drift: { memory_gbs: 2 }, inputs: { memoryGbs: 2 }, repair: ["resizeReplicaSet"] },
            { drift: { environment: "PROD" }, inputs: { environment: "PROD" }, repair: ["setReplicaSetEnvironment"] },
            { drift: { pooler: false }, inputs: { connectionPooler: false }, repair: ["enableReplicaSetPooler"] },
        ],
    },
];

describe.each(subjects)("$type", ({ type, args: argsOf, cases }) => {
    test("each drift changes only its argument, and only its own call repairs it", () =>
        withRig(async (rig) => {
            const { provider, emulator } = rig;
            const args = await argsOf(rig);
            const { id, inputs, outs } = await rig.created(type, "thing", args);
            const own = id.split("/").at(-1)!;
            const undisturbed = await provider.read(id, outs);
            expect(undisturbed.inputs).toEqual(inputs);
            for (const { drift, inputs: shown, repair } of cases(args)) {
                const before = structuredClone(emulator.resource(own));
                emulator.drift(own, drift);
                const drifted = await provider.read(id, outs);
                const gone = Object.keys(drift).includes("vpc_id") ? ["vpcId"] : [];
                const expected = Object.entries({ ...inputs, ...shown }).filter(([key]) => !gone.includes(key));
                expect({ drift, inputs: drifted.inputs }).toEqual({ drift, inputs: Object.fromEntries(expected) });

                const { inputs: news } = await provider.check("", drifted.inputs, rig.inputs(type, "thing", args));
                const difference = await provider.diff(id, drifted.props, news);
                expect(difference.changes).toBe(true);
                rig.calls();
                if (Array.isArray(repair)) {
                    expect(difference.replaces).toEqual([]);
                    const repaired = await provider.update(id, drifted.props, news);
                    expect({ drift, calls: rig.calls() }).toEqual({ drift, calls: repair });
                    expect(repaired.outs).toEqual(outs);
                } else {
                    expect(difference.replaces).toEqual(repair.replaces);
                    emulator.drift(
                        own,
                        Object.fromEntries(Object.keys(drift).map((key) => [key, Reflect.get(before, key)])),
                    );
                }
            }
        }));
});
