// The CLI fills the row of a resource that is updated with the names of what differs: the steps are lines of their own.
import { Service } from "../../src";
import { stage } from "./support/eachStage";
import { messagesOf } from "./support/stage";

const orders = (args: object) => () => new Service("orders", args);
const before = { cpuMillis: 500, memoryGbs: 2 };

test("each step of an update is one line, however long it takes; a creation has none", async () => {
    const { up: creation } = await stage.up(orders({ ...before, connectionPooler: true }));
    expect(messagesOf(creation)).toEqual([]);
    const { up } = await stage.up(orders({ cpuMillis: 2000, memoryGbs: 8, replicaCount: 1, connectionPooler: false }));
    expect(messagesOf(up).sort()).toEqual([
        "orders: changing the HA replicas 0 -> 1",
        "orders: disabling the pooler",
        "orders: resizing 0.5 CPU / 2 GB -> 2 CPU / 8 GB",
    ]);
});

test("an update that completes an interrupted creation shows its steps as well", async () => {
    stage.emulator.faults.add({ endpoint: "setServiceHa", do: { kind: "status", status: 400 } });
    const highlyAvailable = orders({ ...before, replicaCount: 1, syncReplicaCount: 1 });
    expect((await stage.tryUp(highlyAvailable)).ok).toBe(false);
    stage.emulator.faults.clear();
    const { up } = await stage.up(highlyAvailable);
    expect(messagesOf(up)).toEqual(["orders: changing the HA replicas 1 (0 sync) -> 1 (1 sync)"]);
});

test("a step that is refused for a while, because of another operation, is still one line", async () => {
    await stage.up(orders(before));
    stage.emulator.faults.add({ endpoint: "resizeService", count: 3, do: { kind: "status", status: 423 } });
    const { up } = await stage.up(orders({ cpuMillis: 2000, memoryGbs: 8 }));
    expect(stage.calls().filter((call) => call === "resizeService")).toHaveLength(4);
    expect(messagesOf(up)).toEqual(["orders: resizing 0.5 CPU / 2 GB -> 2 CPU / 8 GB"]);
});
