import { once } from "node:events";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { startEmulator, type Emulator } from "../../../src/emulator";
import { deploy, type DeployResult, type DeploymentDocument } from "../../../src/engine";
import { deployApart, stateIn } from "../../support/deployApart";
import { fixtureProject, write } from "../../support/fixtureProject";
import { scaledClock } from "../../support/scaledClock";
import { Census } from "./census";
import { program, type Name, type Shape } from "./shape";

const stack = "dev";

/** Shared by all stages, so that the world that one stage leaves is only a moment old for the next. */
const clock = scaledClock(15);

export type Operation = "up" | "preview" | "destroy";

/** A deployment that can be killed: engine, program and provider in separate processes, and the emulator. */
export class Stage {
    private constructor(
        readonly folder: string,
        readonly emulator: Emulator,
        readonly census: Census,
        private readonly environment: Readonly<Record<string, string>>,
    ) {}

    /** @param before - a stage whose stack and world this one begins with. */
    static async open(shape: Shape, before?: Stage): Promise<Stage> {
        const folder = fixtureProject({ "index.js": program, "adopt.json": "{}", "shape.json": JSON.stringify(shape) });
        const [state, world] = [path.join(folder, "state.json"), path.join(folder, "world.json")];
        if (before !== undefined) copyFileSync(path.join(before.folder, "world.json"), world);
        const emulator = await startEmulator({ clock, timeScale: 0.05, state: world, quirks: { backupAfterMs: 0 } });
        // The same world at another address, where nothing that is missing would count as gone.
        if (before !== undefined)
            writeFileSync(state, readFileSync(before.stateFile, "utf8").replaceAll(before.emulator.url, emulator.url));
        const environment = {
            ...clock.environment,
            CLOUDDB_BASE_URL: emulator.url,
            CLOUDDB_API_KEY: emulator.token,
            PULUMI_BACKEND_URL: pathToFileURL(state).href,
        };
        return new Stage(folder, emulator, await Census.take(), environment);
    }

    get stateFile(): string {
        return path.join(this.folder, "state.json");
    }

    adopt(ids: Readonly<Partial<Record<Name, string>>>): void {
        write(this.folder, { "adopt.json": JSON.stringify(ids) });
    }

    /** With the engine in this process. */
    async run(operation: Operation): Promise<DeployResult> {
        const { folder: dir, stateFile, environment: env } = this;
        const onState = (state: DeploymentDocument) => writeFileSync(stateFile, JSON.stringify(state));
        return deploy({ operation, dir, stack, state: stateIn(stateFile), onState, env });
    }

    /** In processes that can be killed; resolves when the last of them has ended. */
    readonly runApart = async (operation: Operation): Promise<void> => {
        const { folder: dir, stateFile, environment: env, census } = this;
        const all = { ...env, ...census.environment(env["NODE_OPTIONS"] ?? "") };
        await once(deployApart({ operation, dir, stack, stateFile, env: all }, all), "exit");
        await Promise.all(census.members().map(({ ended }) => ended));
    };

    async close(): Promise<void> {
        await this.census.close();
        await this.emulator.stop();
        rmSync(this.folder, { recursive: true, force: true });
    }
}
