import { Stack } from "./inProcess";
import { type Made, oneOfEach } from "./oneOfEach";

/** A stack with a resource of each type, for all tests of the file that imports it. */
export let stack: Stack;
export let made: Made[];
beforeAll(async () => {
    stack = await Stack.start({ timeScale: 0, quirks: { autoAcceptMs: 0 } });
    made = await oneOfEach(stack);
});
afterAll(() => stack.stop());
