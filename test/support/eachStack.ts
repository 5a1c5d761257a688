import type { Fault } from "../../src/emulator";
import { Stack } from "./inProcess";

/** A stack of its own for each test of the file that imports it. */
export let stack: Stack;
beforeEach(async () => void (stack = await Stack.start()));
afterEach(() => stack.stop());

export const fault = (endpoint: Fault["endpoint"], action: Fault["do"], more: Partial<Fault> = {}) =>
    stack.emulator.faults.add({ endpoint, do: action, ...more });
