import { scenario } from "./support/scenario";

const base = {
    net: { cidr: "10.0.0.0/16", regionCode: "us-east-1" },
    peering: { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-1" },
    db: { regionCode: "us-east-1", name: "db", addons: ["ai"] },
    set: { nodes: 1, cpuMillis: 1000, memoryGbs: 4, name: "set" },
};

type Things = { readonly [Thing in keyof typeof base]?: object };

const program = (change: Things) => {
    const args = (thing: keyof typeof base) => JSON.stringify({ ...base[thing], ...change[thing] });
    return `
const net = new clouddb.Vpc("net", ${args("net")});
const peering = new clouddb.Peering("peering", { vpcId: net.id, ...${args("peering")} });
const db = new clouddb.Service("db", ${args("db")});
const set = new clouddb.ReadReplicaSet("set", { serviceId: db.id, ...${args("set")} });`;
};

scenario(
    "every argument that cannot change in place replaces its resource, and no other than those that go with it",
    async (stage) => {
        const { stack, calls, emulator } = stage;
        const other = emulator.create.service({ name: "other", region_code: "us-east-1" });
        stage.program(program({}));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 4 } });
        calls();
        const changes: [Things, string[]][] = [
            [{ net: { cidr: "10.1.0.0/16" } }, ["Vpc net", "Peering peering"]],
            [{ net: { regionCode: "eu-central-1" } }, ["Vpc net", "Peering peering"]],
            [{ peering: { peerAccountId: "210987654321" } }, ["Peering peering"]],
            [{ peering: { peerRegionCode: "eu-central-1" } }, ["Peering peering"]],
            [{ peering: { peerVpcId: "vpc-2" } }, ["Peering peering"]],
            [{ db: { regionCode: "eu-central-1" } }, ["Service db", "ReadReplicaSet set"]],
            [{ db: { name: "db2" } }, ["Service db", "ReadReplicaSet set"]],
            [{ db: { addons: ["time-series"] } }, ["Service db", "ReadReplicaSet set"]],
            [
                {
                    db: {
                        regionCode: undefined,
                        addons: undefined,
                        forkFrom: { serviceId: other.id, strategy: "NOW" },
                    },
                },
                // A database that is there does not become a fork, and is not deleted for one.
                [],
            ],
            [{ set: { nodes: 2 } }, ["ReadReplicaSet set"]],
            [{ set: { name: "set2" } }, ["ReadReplicaSet set"]],
        ];
        for (const [change, replaced] of changes) {
            stage.program(program(change));
            const preview = await stack.run("preview");
            const seen = preview.steps
                .filter((step) => step.startsWith("replace "))
                .map((step) => step.replace("replace ", ""));
            expect([change, seen.sort()]).toEqual([change, [...replaced].sort()]);
            if (replaced.includes("Service db")) expect(preview.printed).toContain("its data will be lost");
        }
        expect(calls()).toEqual([]);
        stage.program(program({ set: { name: "set2" }, peering: { peerVpcId: "vpc-2" } }));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 4 } });
        expect(calls().sort()).toEqual(["createPeering", "createReplicaSet", "deletePeering", "deleteReplicaSet"]);
    },
);
