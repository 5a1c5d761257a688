// What exists in a collection: listed once for creates that come together, and anew where that could be wrong.
import type { Client } from "../../src/api";
import { VirtualClock } from "../../src/emulator";
import { Project } from "../../src/lifecycle";
import { Inventory, listingOf, type Listing } from "../../src/lifecycle/creation/inventory";
import { snapshotIdleLimit } from "../../src/lifecycle/wait/schedule";

interface Row {
    readonly id: string;
    readonly name: string;
}

const candidate = ({ id, name }: Row) => ({ id, name, leaving: false });
const listing = (...names: string[]): Listing<Row> =>
    listingOf(
        names.map((name) => ({ id: `id-${name}`, name })),
        candidate,
    );

let clock: VirtualClock;
beforeEach(() => void (clock = new VirtualClock(0)));

/** An inventory whose lists are answered one after the other; `lists` counts them. */
function inventoryOf(...answers: (Promise<Listing<Row>> | Listing<Row>)[]) {
    const asked = { lists: 0 };
    const inventory = new Inventory<Row>(clock, () => Promise.resolve(answers[asked.lists++] ?? listing()));
    return { asked, inventory };
}

const idsOf = async (found: Promise<Listing<Row>>) => (await found).candidates.map(({ id }) => id);

test("creates that come together share a list, for as long as it is recent", async () => {
    const { asked, inventory } = inventoryOf(listing("a"), listing("a", "b"));
    expect(await Promise.all([idsOf(inventory.recent("x", "x")), idsOf(inventory.recent("y", "y"))])).toEqual([
        ["id-a"],
        ["id-a"],
    ]);
    await clock.advance(snapshotIdleLimit - 1);
    expect(await idsOf(inventory.recent("x", "x"))).toEqual(["id-a"]);
    expect(asked.lists).toBe(1);
    await clock.advance(1);
    expect(await idsOf(inventory.recent("x", "x"))).toEqual(["id-a", "id-b"]);
    expect(asked.lists).toBe(2);
});

test("a name that the list shows is looked at anew: it may be gone", async () => {
    const { asked, inventory } = inventoryOf(listing("a", "b"), listing("b"));
    await inventory.recent("x", "x");
    expect(await idsOf(inventory.recent("a", "a"))).toEqual(["id-b"]);
    expect(asked.lists).toBe(2);
});

test("a name that this process has made since is looked at anew, others are not", async () => {
    const { asked, inventory } = inventoryOf(listing(), listing("a"));
    await inventory.recent("a", "a");
    inventory.claim("id-a", "a", "urn-a");
    await inventory.recent("b", "b");
    expect(asked.lists).toBe(1);
    expect(await idsOf(inventory.recent("a", "a"))).toEqual(["id-a"]);
    expect(asked.lists).toBe(2);
});

describe("a list that fails", () => {
    const outage = new Error("out of order");

    test("is not remembered: the next create asks again", async () => {
        const { asked, inventory } = inventoryOf(Promise.reject(outage), listing("a"));
        await expect(inventory.recent("x", "x")).rejects.toBe(outage);
        expect(await idsOf(inventory.recent("x", "x"))).toEqual(["id-a"]);
        expect(asked.lists).toBe(2);
    });

    test("says nothing about a later one that did not", async () => {
        let fail = (_error: Error) => {};
        const first = new Promise<Listing<Row>>((_resolve, reject) => (fail = reject));
        const { asked, inventory } = inventoryOf(first, listing("a"));
        const failing = inventory.now();
        await inventory.now();
        fail(outage);
        await expect(failing).rejects.toBe(outage);
        expect(await idsOf(inventory.recent("x", "x"))).toEqual(["id-a"]);
        expect(asked.lists).toBe(2);
    });
});

describe("who has what", () => {
    test("a record belongs to the resource that has made it, until it is deleted", () => {
        const { inventory } = inventoryOf();
        inventory.claim("id-a", "a", "urn-a");
        expect(inventory.ownerOf("id-a")).toBe("urn-a");
        expect(inventory.ownerOf("id-b")).toBeUndefined();
        expect(inventory.otherCreatorOf("a", "urn-b")).toBe("urn-a");
        expect(inventory.otherCreatorOf("a", "urn-a")).toBeUndefined();
        expect(inventory.otherCreatorOf("b", "urn-b")).toBeUndefined();
        inventory.forget("id-a");
        expect(inventory.ownerOf("id-a")).toBeUndefined();
        expect(inventory.otherCreatorOf("a", "urn-b")).toBeUndefined();
    });

    test("a key is reserved for the first who is about to make it, and only he gives it back", () => {
        const { inventory } = inventoryOf();
        inventory.reserve("a", "urn-a");
        inventory.reserve("a", "urn-b");
        expect(inventory.otherCreatorOf("a", "urn-b")).toBe("urn-a");
        expect(inventory.otherCreatorOf("a", "urn-a")).toBeUndefined();
        inventory.release("a", "urn-b");
        expect(inventory.otherCreatorOf("a", "urn-b")).toBe("urn-a");
        inventory.release("a", "urn-a");
        expect(inventory.otherCreatorOf("a", "urn-b")).toBeUndefined();
    });
});

test("a project knows what it has created until that is deleted, by its own id and by that of a child", () => {
    // Nothing is called.
    const client = {} as Client;
    const project = new Project(client, "p", clock);
    const none = () => Promise.resolve(listing());
    project.inventory("services", none).claim("s1", "orders", "urn-s");
    project.inventory("replica sets of s1", none).claim("r1", "reports", "urn-r");
    const known = () => ["s1", "r1", "other"].map((id) => project.hasCreated(id));
    expect(known()).toEqual([true, true, false]);
    project.forget("s1/r1");
    expect(known()).toEqual([true, false, false]);
    project.forget("s1");
    expect(known()).toEqual([false, false, false]);
});
