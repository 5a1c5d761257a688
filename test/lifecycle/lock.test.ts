import { Stack } from "../support/inProcess";

test.each(["Peering", "ReadReplicaSet"] as const)(
    "of two %ss in one parent, one is created after the other",
    async (type) => {
        const stack = await Stack.start();
        try {
            const { id: vpcId } = await stack.up("Vpc", "net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
            const { id: serviceId } = await stack.up("Service", "orders", {});
            const argsOf = {
                Peering: (peerVpcId: string) => ({ vpcId, peerAccountId: "1", peerRegionCode: "us-east-1", peerVpcId }),
                ReadReplicaSet: (name: string) => ({ serviceId, name, nodes: 1, cpuMillis: 500, memoryGbs: 2 }),
            };
            const endpoint = type === "Peering" ? "createPeering" : "createReplicaSet";
            stack.emulator.faults.add({ endpoint, do: { kind: "latency", ms: 5_000 }, count: null });
            await Promise.all(["a", "b"].map((name) => stack.up(type, name, argsOf[type](name))));
            const sent = stack.emulator.requests().filter((request) => request.endpoint === endpoint);
            expect(sent[1]!.at - sent[0]!.at).toBeGreaterThanOrEqual(5_000);
        } finally {
            await stack.stop();
        }
    },
);
