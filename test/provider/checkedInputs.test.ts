// What `check` gives back besides failures: the inputs as they are stored, and what the next operation has to know.
import { unknownValue } from "../../src/config/propertyValues";
import { type PropertyMap, Stack } from "../support/inProcess";

let stack: Stack;
beforeAll(async () => void (stack = await Stack.start()));
afterAll(() => stack.stop());

/** The inputs as the provider answers them, with the marks of secrets. */
async function checked(args: PropertyMap, before?: PropertyMap): Promise<PropertyMap> {
    const olds = before === undefined ? {} : stack.inputs("Service", "orders", before);
    const { inputs } = (await stack.provider("Service").check(olds, stack.inputs("Service", "orders", args))) as {
        inputs: PropertyMap;
    };
    return inputs;
}
const hiddenOf = (inputs: PropertyMap) => inputs["__clouddb"] as PropertyMap;

test("arguments that are no longer given are noted, and only those", async () => {
    const before = { cpuMillis: 1000, memoryGbs: 4, connectionPooler: true, replicaCount: 1 };
    const after = { cpuMillis: 1000, memoryGbs: 4, paused: true };
    expect(hiddenOf(await checked(after, before))["removed"]).toEqual(["connectionPooler", "replicaCount"]);
    expect(hiddenOf(await checked(before, before))).not.toHaveProperty("removed");
    expect(hiddenOf(await checked({ ...before, paused: true }, before))).not.toHaveProperty("removed");
    expect(hiddenOf(await checked(before))).not.toHaveProperty("removed");
});

test("one that is not known yet is still given", async () => {
    const before = { connectionPooler: true };
    expect(hiddenOf(await checked({ connectionPooler: unknownValue }, before))).not.toHaveProperty("removed");
});

test("a password is marked as a secret, however the program gave it", async () => {
    expect((await checked({ password: "correct-horse-battery" }))["password"]).toEqual({
        "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
        value: "correct-horse-battery",
    });
});

test("a default name says how it was made, also later; a given one does not", async () => {
    const made = await checked({});
    expect([made["name"], hiddenOf(made)["autoNamed"]]).toEqual(["orders", "plain"]);
    const given = await checked({ name: "mine" });
    expect([given["name"], hiddenOf(given)["autoNamed"]]).toEqual(["mine", undefined]);
    const olds = { ...stack.inputs("Service", "orders", { name: "orders-x1" }) };
    const marked = { ...olds, __clouddb: { ...hiddenOf(olds), autoNamed: "unique" } };
    const { inputs } = (await stack.provider("Service").check(marked, stack.inputs("Service", "renamed", {}))) as {
        inputs: PropertyMap;
    };
    expect([inputs["name"], hiddenOf(inputs)["autoNamed"]]).toEqual(["orders-x1", "unique"]);
});
