import fc from "fast-check";
import { KeyedLock } from "../../src/lifecycle/lock";
import { Stack } from "../support/inProcess";

test("one at a time per key, in the order of arrival, whenever they arrive", () =>
    fc.assert(
        fc.asyncProperty(fc.scheduler(), fc.array(fc.constantFrom("a", "b"), { maxLength: 12 }), async (s, keys) => {
            const lock = new KeyedLock();
            const running = new Map<string, number>();
            const arrived: string[] = [];
            const begun: string[] = [];
            const runs = keys.map(async (key, n) => {
                await s.schedule(Promise.resolve(), `arrival ${n}`);
                arrived.push(`${key}${n}`);
                await lock.run(key, async () => {
                    begun.push(`${key}${n}`);
                    running.set(key, (running.get(key) ?? 0) + 1);
                    expect(running.get(key)).toBe(1);
                    await s.schedule(Promise.resolve(), `work ${n}`);
                    running.set(key, 0);
                });
            });
            await s.waitFor(Promise.all(runs));
            const ofKey = (events: readonly string[], key: string) => events.filter((event) => event.startsWith(key));
            for (const key of ["a", "b"]) expect(ofKey(begun, key)).toEqual(ofKey(arrived, key));
        }),
    ));

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
