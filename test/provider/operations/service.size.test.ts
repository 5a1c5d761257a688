// One half of a size: what the contract allows is carried out, and what would resize an existing service by halves is refused.
import { Stack, type PropertyMap } from "../../support/inProcess";

let stack: Stack;
beforeEach(async () => void (stack = await Stack.start({ timeScale: 0, lenient: true })));
afterEach(() => stack.stop());

const shown = (id: string) => {
    const { cpu_millis, memory_gbs } = stack.emulator.world.services.get(id)!;
    return [cpu_millis, memory_gbs];
};
const existing = () => stack.emulator.create.service({ name: "old", cpu_millis: 1000, memory_gbs: 4 }).id;

describe.each<[half: PropertyMap, size: number[]]>([
    [{ cpuMillis: 500 }, [500, 2]],
    [{ memoryGbs: 2 }, [500, 2]],
])("only %j", (half, size) => {
    test("creates: the API chooses the other", async () => {
        const made = await stack.up("Service", "db", half);
        expect([stack.calls(), shown(made.id)]).toEqual([["createService"], size]);
    });

    test("forks: the other is the parent's", async () => {
        const fork = await stack.up("Service", "db", { ...half, forkFrom: { serviceId: existing(), strategy: "NOW" } });
        const [cpu, memory] = [half["cpuMillis"] ?? 1000, half["memoryGbs"] ?? 4];
        expect([stack.calls(), shown(fork.id)]).toEqual([["forkService"], [cpu, memory]]);
    });

    test("adopts: a resize sends the other as it is", async () => {
        const adopt = existing();
        await stack.up("Service", "db", { ...half, adopt });
        const [cpu, memory] = [half["cpuMillis"] ?? 1000, half["memoryGbs"] ?? 4];
        expect([stack.calls(), shown(adopt)]).toEqual([["resizeService"], [cpu, memory]]);
    });

    test.each<[what: string, before: PropertyMap]>([
        ["no size", {}],
        ["the same half of another size", "cpuMillis" in half ? { cpuMillis: 1000 } : { memoryGbs: 4 }],
        ["the other half", "cpuMillis" in half ? { memoryGbs: 4 } : { cpuMillis: 1000 }],
        ["another size", { cpuMillis: 1000, memoryGbs: 4 }],
        ["a shared size", { cpuMillis: "shared", memoryGbs: "shared" }],
    ])("after %s: refused, at the one that is missing", async (_what, before) => {
        const made = await stack.up("Service", "db", before);
        stack.emulator.clearRequests();
        const missing = "cpuMillis" in half ? "memoryGbs" : "cpuMillis";
        await expect(stack.up("Service", "db", half, made)).rejects.toThrow(
            `${missing}: must be set as well: a resize sends both cpuMillis and memoryGbs`,
        );
        expect(stack.calls()).toEqual([]);
    });

    test("as before, or as what is left of both, changes nothing", async () => {
        const made = await stack.up("Service", "db", half);
        const both = await stack.up("Service", "other", { cpuMillis: 500, memoryGbs: 2 });
        stack.emulator.clearRequests();
        await stack.up("Service", "db", half, made);
        await stack.up("Service", "other", half, both);
        expect(stack.calls()).toEqual([]);
    });
});
