// A project of the API as a command opens it, on an emulator with which it shares a virtual clock.
import { Connections } from "../../src/provider/config/connections";
import { settingsFrom } from "../../src/commands/doctor/projects";
import { type Emulator, type EmulatorOptions, startEmulator, VirtualClock } from "../../src/emulator";
import type { Project } from "../../src/provider/lifecycle";

export class Lab {
    private constructor(
        readonly clock: VirtualClock,
        readonly emulator: Emulator,
        readonly project: Project,
        readonly stop: () => Promise<void>,
    ) {}

    static async start(options: EmulatorOptions = {}): Promise<Lab> {
        const clock = new VirtualClock();
        const emulator = await startEmulator({ clock, ...options });
        const end = clock.autoAdvance();
        const environment = { CLOUDDB_API_KEY: emulator.token, CLOUDDB_BASE_URL: emulator.url };
        const project = await new Connections(settingsFrom(environment, undefined), clock).project(
            undefined,
            undefined,
        );
        return new Lab(clock, emulator, project, async () => {
            end();
            await emulator.stop();
        });
    }

    /** The calls that changed something: `POST /services/ID/forkService`. */
    writes(): string[] {
        const start = `/projects/${this.emulator.projectId}`;
        return this.emulator
            .requests()
            .filter(({ method }) => method !== "GET")
            .map(({ method, path }) => `${method} ${path.replace(start, "")}`);
    }

    services(): { readonly id: string; readonly name: string; readonly status: string }[] {
        return [...this.emulator.world.services.values()];
    }
}
