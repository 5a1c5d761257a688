// What a service costs, whatever the machine: calls, and bytes in the state. `npm run bench -- cost` measures what depends on the machine;
// calls of a refresh and a destroy, and when waits look, are held in test/provider/operations.
import { type Deployed, Stack } from "../../support/inProcess";

let stack: Stack;
beforeEach(async () => {
    stack = await Stack.start({ timeScale: 0 });
});
afterEach(() => stack.stop());

const names = Array.from({ length: 100 }, (_, n) => `one-${n}`);
const args = { regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4, environment: "DEV" };

test("an `up` of 100 services is one call each, one list before, and one that shows them; one without changes, and its preview, is none", async () => {
    const made = await Promise.all(names.map((name) => stack.up("Service", name, args)));
    expect(stack.calls()).toEqual(names.map(() => "createService"));
    expect(stack.emulator.requests().length).toBeLessThanOrEqual(104);
    stack.emulator.clearRequests();
    await Promise.all(made.map((one) => stack.up("Service", one.name, args, one)));
    expect(stack.emulator.requests()).toEqual([]);
});

test("a generated name costs no call: what it needs to know is what the creation asks for as well", async () => {
    const generated = stack.beside({ "clouddb:autoName": "unique" });
    const count = async (one: Stack) => {
        stack.emulator.clearRequests();
        const made = await one.up("Service", "orders", args);
        const calls = stack.emulator.requests().map(({ endpoint }) => endpoint);
        stack.emulator.clearRequests();
        await one.up("Service", "orders", args, made);
        expect(stack.emulator.requests()).toEqual([]);
        return calls;
    };
    expect(await count(generated)).toEqual(await count(stack));
});

test("a service with everything set takes at most 1.7 KB in the state, with its inputs and without code or the API key", async () => {
    const { emulator } = stack;
    const net = await stack.up("Vpc", "net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
    const one: Deployed = await stack.up("Service", "orders", {
        ...args,
        name: "orders-of-the-shop",
        addons: ["time-series"],
        replicaCount: 2,
        syncReplicaCount: 1,
        connectionPooler: true,
        vpcId: net.id,
        password: "correct-Horse-7-battery",
        deletionProtection: true,
    });
    const stored = JSON.stringify(one.outs);
    const bytes = JSON.stringify(one.inputs).length + stored.length;
    expect(bytes).toBeLessThanOrEqual(1_700);
    expect(bytes).toBeGreaterThan(1_000);
    // The provider string, which has to be constant, is that of the test.
    expect(stored.match(/require|function|=>/g)).toEqual(["=>"]);
    expect(stored).not.toContain(emulator.token);
    // The address is remembered, so that what is not found at another one does not count as gone.
    expect(stored.split(emulator.url)).toHaveLength(2);
});
