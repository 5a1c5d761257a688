// What the operations do beside the lifecycle: what is unfinished, and who has which record.
import type { PropertyMap } from "../support/inProcess";
import { failureOf, Stack, upFailureOf } from "../support/inProcess";

const size = { cpuMillis: 1000, memoryGbs: 4 };

let stack: Stack;
beforeEach(async () => void (stack = await Stack.start()));
afterEach(() => stack.stop());

const refuse = (endpoint: "resizeService" | "enableServicePooler") =>
    stack.emulator.faults.add({ endpoint, do: { kind: "status", status: 400 } });
const hiddenOf = (outs: PropertyMap) => outs["__clouddb"] as PropertyMap;

test("a create that failed halfway is unfinished until an update has finished it", async () => {
    refuse("enableServicePooler");
    const { left } = await upFailureOf(stack.up("Service", "orders", { ...size, connectionPooler: true }));
    expect(hiddenOf(left!.outs)["unfinished"]).toBe(true);

    refuse("enableServicePooler");
    const args = { ...size, connectionPooler: true };
    const { left: again } = await upFailureOf(stack.up("Service", "orders", args, left));
    expect(hiddenOf(again!.outs)["unfinished"]).toBe(true);

    const done = await stack.up("Service", "orders", args, again);
    expect(hiddenOf(done.outs)).not.toHaveProperty("unfinished");
});

test("an update that failed leaves a finished resource finished", async () => {
    const made = await stack.up("Service", "orders", size);
    refuse("resizeService");
    const { left } = await upFailureOf(stack.up("Service", "orders", { cpuMillis: 2000, memoryGbs: 8 }, made));
    expect(hiddenOf(left!.outs)).not.toHaveProperty("unfinished");
});

test("a resource that was updated is known to have its record: another one's deletion leaves it alone", async () => {
    const mine = await stack.up("Service", "mine", size);
    const other = { ...mine, name: "other", outs: { ...mine.outs, __clouddb: { ...hiddenOf(mine.outs), owner: "o" } } };
    const later = stack.beside();
    await later.up("Service", "mine", { cpuMillis: 2000, memoryGbs: 8 }, mine);
    await later.destroy(other);
    expect(later.warnings).toEqual([`service ${mine.id} is now managed as mine, and is not deleted.`]);
    expect([...stack.emulator.world.services.keys()]).toEqual([mine.id]);
});

test("a message has no control characters of an API's text, and words stay apart", async () => {
    const message = "no\u001b[31m\r\n\r\nway";
    stack.emulator.faults.add({ endpoint: "createService", do: { kind: "status", status: 400, body: { message } } });
    const failure = await failureOf(stack.up("Service", "orders", size));
    expect(failure.message).toContain("no [31m way");
});
