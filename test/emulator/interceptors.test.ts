// In-process hooks around requests.
import { Bench } from "./support/raw";

let bench: Bench;
beforeEach(async () => (bench = await Bench.start()));
afterEach(() => bench.stop());

const net = { cidr: "10.0.0.0/16", name: "net", region_code: "us-east-1" };
const make = () => bench.post("vpcs", net);
const made = () => bench.emulator.world.vpcs.size;

test("every request waits for it, before the work and after it", async () => {
    const seen: unknown[] = [];
    const end = bench.emulator.intercept({
        async before({ endpoint, body }) {
            await new Promise((resolve) => setImmediate(resolve));
            seen.push(["before", endpoint, body, made()]);
        },
        after: ({ endpoint, body, status }) => void seen.push(["after", endpoint, body, made(), status]),
    });
    expect((await make()).status).toBe(201);
    expect(seen).toEqual([
        ["before", "createVpc", net, 0],
        ["after", "createVpc", net, 1, undefined],
    ]);
    end();
    expect((await bench.get("vpcs")).status).toBe(200);
    expect(seen).toHaveLength(2);
});

test.each([
    ["before", 0],
    ["after", 1],
] as const)("the connection can be closed %s the work", async (side, there) => {
    bench.emulator.intercept({ [side]: () => "drop" as const });
    await expect(make()).rejects.toThrow("fetch failed");
    expect(made()).toBe(there);
    expect(bench.emulator.requests()[0]).toMatchObject({ endpoint: "createVpc", status: undefined });
});
