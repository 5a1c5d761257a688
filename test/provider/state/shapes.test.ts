// States stored by earlier versions of the package keep working. One of each released shape is stored here.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "../../../src/emulator";
import { definitions, nothingKnown, type Project } from "../../../src/provider/lifecycle";
import { stateOf } from "../../../src/provider/dynamic/state";
import { type PropertyMap, Stack, type Type } from "../../support/inProcess";
import { unmarked } from "../../support/propertyMaps";

const region = "us-east-1";
const peering = { vpcId: "vpc0000001", peerAccountId: "123456789012", peerRegionCode: region, peerVpcId: "vpc-1" };
const far = { peer_account_id: "123456789012", peer_region_code: region, peer_vpc_id: "vpc-1" };

interface Kept {
    readonly file: string;
    readonly type: Type;
    readonly name: string;
    readonly id: string;
    /** Creates the resources in the state. */
    there(emulator: Emulator): void;
    readonly args: PropertyMap;
    /** The arguments of a later program, and the calls that lead there. */
    readonly later: PropertyMap;
    readonly calls: readonly string[];
    readonly outs: PropertyMap;
    readonly deletes: readonly string[];
}

const kept: readonly Kept[] = [
    {
        file: "vpc",
        type: "Vpc",
        name: "net",
        id: "vpc0000001",
        there: ({ create }) => void create.vpc({ id: "vpc0000001", name: "net", cidr: "10.0.0.0/16" }),
        args: { cidr: "10.0.0.0/16", regionCode: region },
        later: { cidr: "10.0.0.0/16", regionCode: region, name: "other" },
        calls: ["renameVpc"],
        outs: { name: "other" },
        deletes: ["deleteVpc"],
    },
    {
        file: "peering",
        type: "Peering",
        name: "peer",
        id: "vpc0000001/peer000001",
        there({ create }) {
            create.vpc({ id: "vpc0000001" });
            create.peering({ id: "peer000001", vpc_id: "vpc0000001", ...far });
        },
        args: { ...peering, waitFor: "created" },
        later: { ...peering, waitFor: "active" },
        calls: [],
        outs: { waitFor: "active", status: "active", provisionedId: expect.any(String) },
        deletes: ["deletePeering"],
    },
    {
        file: "peeringActivation",
        type: "PeeringActivation",
        name: "active",
        id: "vpc0000001/peer000001",
        there({ create }) {
            create.vpc({ id: "vpc0000001" });
            create.peering({ id: "peer000001", vpc_id: "vpc0000001", ...far });
        },
        args: { peeringId: "vpc0000001/peer000001" },
        later: { peeringId: "vpc0000001/peer000001", profile: "blue" },
        calls: [],
        outs: { profile: "blue", status: "active" },
        deletes: [],
    },
    {
        file: "service",
        type: "Service",
        name: "db",
        id: "svc0000001",
        there: ({ create }) =>
            void create.service({
                id: "svc0000001",
                name: "db",
                cpu_millis: 2000,
                memory_gbs: 8,
                replica_count: 1,
                environment: "DEV",
            }),
        args: {
            regionCode: region,
            cpuMillis: 2000,
            memoryGbs: 8,
            environment: "DEV",
            replicaCount: 1,
            connectionPooler: false,
            password: "the-given-one",
        },
        // What is no longer given goes back to the API's default; what the state remembers stays remembered.
        later: { regionCode: region },
        calls: ["setServiceHa"],
        outs: { replicaCount: 0, cpuMillis: 2000, password: "the-given-one", initialPassword: "the-first-one" },
        deletes: ["deleteService"],
    },
    {
        file: "readReplicaSet",
        type: "ReadReplicaSet",
        name: "reports",
        id: "svc0000001/set0000001",
        there({ create }) {
            create.service({ id: "svc0000001" });
            const size = { nodes: 2, cpu_millis: 1000, memory_gbs: 4, pooler: true };
            create.replicaSet({ id: "set0000001", service_id: "svc0000001", name: "reports", ...size });
        },
        args: { serviceId: "svc0000001", nodes: 2, cpuMillis: 1000, memoryGbs: 4, connectionPooler: true },
        later: { serviceId: "svc0000001", nodes: 2, cpuMillis: 2000, memoryGbs: 8 },
        calls: ["resizeReplicaSet", "disableReplicaSetPooler"],
        outs: { cpuMillis: 2000, memoryGbs: 8, connectionPooler: false },
        deletes: ["deleteReplicaSet"],
    },
];

const versionNow = (() => {
    const project = { id: "p", client: { baseUrl: "https://api/v1" } } as Partial<Project> as Project;
    const now = stateOf(definitions.vpc, nothingKnown(), { args: {}, given: [], hidden: {}, project });
    return (now["__clouddb"] as { version: number }).version;
})();
// The same version of the bookkeeping: `v1-owned`, since ownership, creation times and the API's spellings are in it; `v1-addressed`,
// since the address is, and only spellings that no rule knows.
const versions = [...Array.from({ length: versionNow }, (_, index) => `v${index + 1}`), "v1-owned", "v1-addressed"];

test("there is a stored state of every kind in every version of the bookkeeping, and no other", () => {
    const files = readdirSync(__dirname).filter((file) => file.endsWith(".json"));
    const expected = kept.flatMap(({ file }) => versions.map((version) => `${file}.${version}.json`));
    expect(files.sort()).toEqual(expected.sort());
});

const all = kept.flatMap((one) => versions.map((version) => ({ ...one, version })));

let stack: Stack;
beforeAll(async () => void (stack = await Stack.start()));
afterAll(() => stack.stop());

test.each(all)(
    "a $type of $version is diffed, read, updated and deleted",
    async ({ file, version, type, name, id, there, args, later, calls, outs: expected, deletes }) => {
        const { emulator } = stack;
        emulator.reset();
        const profiles = JSON.stringify({ blue: { apiKey: emulator.token } });
        const config = { "clouddb:autoName": "unique", "clouddb:profiles": profiles };
        const own = stack.beside(config);
        const provider = own.provider(type);
        there(emulator);
        const text = readFileSync(path.join(__dirname, `${file}.${version}.json`), "utf8")
            .replaceAll("@project@", emulator.projectId)
            .replaceAll("@address@", emulator.url);
        const outs = JSON.parse(text) as PropertyMap & { readonly __clouddb: { readonly timeouts?: PropertyMap } };
        const row = emulator.world.services.get(id);
        if (row !== undefined && typeof outs["created"] === "string") row.created_at = Date.parse(outs["created"]);
        const inputs = own.inputs(type, name, args, outs.__clouddb.timeouts);
        const stored = { type, name, id, inputs, outs };
        expect(await provider.diff(id, outs, inputs)).toMatchObject({ changes: false, replaces: [] });
        expect(emulator.requests()).toEqual([]);

        const read = (await own.refresh(stored))!;
        expect(read.inputs).toMatchObject(args);
        expect(await provider.diff(id, read.outs, inputs)).toMatchObject({ changes: false, replaces: [] });

        const news = await own.check(type, name, later, stored);
        expect(await provider.diff(id, outs, news)).toMatchObject({ changes: true, replaces: [] });
        const updated = (await provider.update(id, outs, news)).outs as PropertyMap;
        expect(unmarked(updated)).toMatchObject(expected);
        expect(own.calls()).toEqual(calls);
        // A `destroy` is another process.
        const { created } = read.outs;
        await stack
            .beside(config)
            .destroy({ ...stored, outs: { ...outs, ...(created === undefined ? {} : { created }) } });
        expect(own.calls()).toEqual([...calls, ...deletes]);
    },
);
