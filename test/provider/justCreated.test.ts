// An update that follows the creation so soon that the API does not show the resource everywhere.
import { failureOf, Stack } from "../support/inProcess";

const size = { cpuMillis: 1000, memoryGbs: 4 };
const bigger = { cpuMillis: 2000, memoryGbs: 8 };

let stack: Stack;
beforeEach(async () => {
    stack = await Stack.start({ quirks: { listLagMs: 3_600_000 } });
});
afterEach(() => stack.stop());

const hide = () =>
    stack.emulator.faults.add({
        endpoint: "getService",
        do: { kind: "status", status: 404, body: { code: "NOT_FOUND" } },
        count: 2,
    });

test("what is not shown for a moment is not gone", async () => {
    const made = await stack.up("Service", "orders", size);
    hide();
    const after = await stack.up("Service", "orders", bigger, made);
    expect(after.outs).toMatchObject(bigger);
});

test("what is not shown a minute later is", async () => {
    const made = await stack.up("Service", "orders", size);
    await stack.clock.sleep(120_000);
    hide();
    expect((await failureOf(stack.up("Service", "orders", bigger, made))).message).toContain("no longer exists");
});
