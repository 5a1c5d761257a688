import type { Engine } from "./operate";
import type { Time } from "./time";

export function cli(_time: Time): Engine {
    throw new Error("not yet");
}
