import { Bench } from "./raw";

/** A bench of its own for each test of the file that imports it. */
export let bench: Bench;
beforeEach(async () => void (bench = await Bench.start()));
afterEach(() => bench.stop());
