import { definitions, lockKey, type AnyDefinition } from "../../src/lifecycle";
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

describe.each(types.filter(({ rules }) => "name" in rules))("a $type has a name", (definition) => {
    const { type, containedIn, sameSpelling, mustDeleteFirst } = definition;
    const parent = containedIn?.argument ?? "regionCode";
    const old = { name: "mine", [parent]: "p" };

    test("that the API may show in another case", () => {
        expect(sameSpelling["name"]?.("Mine", "mine")).toBe(true);
        expect(sameSpelling["name"]?.("mine", "yours")).toBe(false);
    });

    test("and is deleted before another one of it is created in the same place", () => {
        // VPCs may share a name.
        const unique = type !== "Vpc";
        expect(mustDeleteFirst(old, { [parent]: "p" }, "mine")).toBe(unique);
        expect(mustDeleteFirst(old, { [parent]: "q" }, "mine")).toBe(unique && containedIn === undefined);
        expect(mustDeleteFirst(old, { [parent]: "p" }, "yours")).toBe(false);
        expect(mustDeleteFirst(old, { [parent]: "p", adopt: "another" }, "mine")).toBe(false);
    });
});

test.each(["peering", "peeringActivation"] as const)("a %s has no name, and is deleted after its successor", (name) => {
    const { sameSpelling, mustDeleteFirst }: AnyDefinition = definitions[name];
    expect(Object.keys(sameSpelling)).not.toContain("name");
    expect(mustDeleteFirst({ name: "mine" }, {}, "mine")).toBe(false);
});

describe.each(types.filter(({ containedIn }) => containedIn !== undefined))(
    "a $type is in another resource",
    (definition) => {
        const { argument } = definition.containedIn!;
        const check = (args: Record<string, string>) =>
            definition.constraints({ args, previous: {}, unknown: () => false }).map(({ property }) => property);

        test("and an adopted one has to be in the same", () => {
            expect(check({ [argument]: "p", adopt: "p/a" })).toEqual([]);
            expect(check({ [argument]: "p", adopt: "q/a" })).toEqual(["adopt"]);
        });

        test("which `adopt` names as well", () => {
            const accepts = (adopt: string) => definition.schema.pick({ adopt: true }).safeParse({ adopt }).success;
            expect([accepts("p/a"), accepts("a"), accepts("p/a/b")]).toEqual([true, false, false]);
        });

        test("which its id begins with, and which replaces it where it is unknown", () => {
            const { replaceWhenUnknown, observedFromId } = definition;
            expect(replaceWhenUnknown).toEqual([argument]);
            expect(observedFromId?.("p/a")).toEqual({ [argument]: "p" });
        });
    },
);

test("a resource of the project is replaced by no unknown argument, and its id tells nothing", () => {
    for (const { containedIn, replaceWhenUnknown, observedFromId, ownsNothing } of types) {
        if (containedIn !== undefined || ownsNothing === true) continue;
        expect([replaceWhenUnknown, observedFromId]).toEqual([[], undefined]);
    }
});

describe("only one call at a time is made", () => {
    test.each([
        ["vpc", "v", "v"],
        ["peering", "v/p", "v"],
        ["service", "s", "s"],
        ["readReplicaSet", "s/r", "s"],
    ] as const)("for a %s and what it is in: %s", (name, id, key) => {
        expect(lockKey(definitions[name], id)).toBe(key);
    });
});

describe("what a creation says that it does", () => {
    let stack: Stack;
    beforeAll(async () => void (stack = await Stack.start()));
    afterAll(() => stack.stop());

    const size = { cpuMillis: 500, memoryGbs: 2 };
    const peer = { peerAccountId: "1", peerRegionCode: "us-east-1", peerVpcId: "vpc-9" };
    const forkFrom = { serviceId: "s", strategy: "NOW" };
    const specOf = async (definition: AnyDefinition, args: object) => {
        const project = await stack.runtime.connections.project(undefined, undefined);
        return definition.createSpec(project, args as Record<string, unknown>, "mine");
    };

    test("no two types share what is remembered of their lists", async () => {
        const args = { cidr: "10.0.0.0/16", regionCode: "us-east-1", ...peer, ...size, nodes: 1, peeringId: "x/p" };
        const specs = types.map((one) =>
            specOf(one, { ...args, ...(one.containedIn && { [one.containedIn.argument]: "x" }) }),
        );
        const inventories = (await Promise.all(specs)).map(({ inventory }) => inventory);
        expect(new Set(inventories).size).toBe(types.length);
    });

    test.each([
        ["vpc", { cidr: "10.0.0.0/16", regionCode: "us-east-1" }, "creating"],
        ["peering", { vpcId: "v", ...peer }, "creating"],
        ["peeringActivation", { peeringId: "v/p" }, "waiting until it is active"],
        ["service", {}, "creating"],
        ["service", { forkFrom }, "forking"],
        ["readReplicaSet", { serviceId: "s", nodes: 1, ...size }, "creating"],
    ] as const)("%s %j: %s", async (name, args, progress) => {
        expect((await specOf(definitions[name], args)).progress).toBe(progress);
    });

    test.each([
        [{}, "secret", true, { initialPassword: "secret", password: "secret", passwordOrigin: "initial", addons: [] }],
        [{ addons: ["ai"] }, undefined, true, { passwordOrigin: "lost", addons: ["ai"] }],
        [{ forkFrom }, undefined, true, { passwordOrigin: "lost", forkFrom }],
        [{}, undefined, false, { addons: [] }],
    ])(
        "a service %j: what only the answer tells (password %j, proven %j)",
        async (args, initialPassword, proven, values) => {
            const spec = await specOf(definitions.service, args);
            expect(spec.valuesFromAnswer?.(initialPassword && { initialPassword }, proven)).toEqual(values);
        },
    );
});
