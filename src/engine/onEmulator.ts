import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { DeployOptions } from "./deploy";

/** Operations of the API take this fraction of their usual time. */
const timeScale = 0.01;

/** The same for every operation of a stack, since the state has the address at which a resource was last seen. */
function portFor(stateFile: string): number {
    return 20_000 + (createHash("sha256").update(stateFile).digest().readUInt32BE() % 10_000);
}

/**
 * Runs an operation on an emulator that lives as long as the operation, and keeps its databases in a file beside the stack's state. What it
 * gives to the operation wins over the stack's configuration, and no profile is left: nothing reaches an account.
 */
export async function onEmulator<Result>(
    stateFile: string,
    operate: (config: NonNullable<DeployOptions["config"]>) => Promise<Result>,
): Promise<Result> {
    const { startEmulator } = await import("../emulator/index.js");
    const state = stateFile.replace(/(\.json)?$/, ".emulator.json");
    mkdirSync(path.dirname(state), { recursive: true });
    const port = portFor(stateFile);
    const emulator = await startEmulator({ port, state, timeScale }).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
        throw new Error(
            `port ${port} is in use, on which this stack's emulator answers. If another operation of this stack is running, wait for it. ` +
                "Otherwise choose another state file with --state, which has another port.",
            { cause: error },
        );
    });
    try {
        return await operate({
            "clouddb:baseUrl": emulator.url,
            "clouddb:apiKey": { secret: emulator.token },
            "clouddb:projectId": emulator.projectId,
            "clouddb:profiles": { secret: "{}" },
        });
    } finally {
        await emulator.stop();
    }
}
