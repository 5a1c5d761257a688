import { definitions, type AnyDefinition } from "../../src/lifecycle";
import { Stack } from "../support/inProcess";

const types: readonly AnyDefinition[] = Object.values(definitions);

// The doctor reports, and declares in a program, in the order of the registry.
test("the registry has every parent before its children", () => {
    const order = types.map(({ type }) => type);
    const children = types.filter(({ containedIn }) => containedIn !== undefined);
    expect(children.length).toBeGreaterThan(0);
    for (const { type, containedIn } of children)
        expect([type, order.slice(0, order.indexOf(type))]).toEqual([
            type,
            expect.arrayContaining([containedIn!.type]),
        ]);
});

describe("what a creation says that it does", () => {
    let stack: Stack;
    beforeAll(async () => void (stack = await Stack.start()));
    afterAll(() => stack.stop());

    const size = { cpuMillis: 500, memoryGbs: 2 };
    const peer = { peerAccountId: "1", peerRegionCode: "us-east-1", peerVpcId: "vpc-9" };
    const forkFrom = { serviceId: "s", strategy: "NOW" };
    test.each([
        ["vpc", { cidr: "10.0.0.0/16", regionCode: "us-east-1" }, "creating"],
        ["peering", { vpcId: "v", ...peer }, "creating"],
        ["peeringActivation", { peeringId: "v/p" }, "waiting until it is active"],
        ["service", {}, "creating"],
        ["service", { forkFrom }, "forking"],
        ["readReplicaSet", { serviceId: "s", nodes: 1, ...size }, "creating"],
    ] as const)("%s %j: %s", async (name, args, progress) => {
        const definition: AnyDefinition = definitions[name];
        const project = await stack.runtime.connections.project(undefined, undefined);
        expect(definition.createSpec(project, args, "mine").progress).toBe(progress);
    });
});
