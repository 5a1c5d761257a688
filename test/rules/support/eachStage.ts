import { Stage } from "./stage";

/** A stage of its own for each test of the file that imports it. */
export let stage: Stage;
beforeEach(async () => void (stage = await Stage.start()));
afterEach(() => stage.stop());

/** The rest of the test has another configuration. */
export const reconfigure = (config: Readonly<Record<string, string>>) => void (stage = stage.with(config));
