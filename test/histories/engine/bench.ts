import { type Emulator, type EmulatorOptions, type RequestEntry, startEmulator } from "../../../src/emulator";
import { Quirks } from "../../../src/emulator/core/quirks";
import type { Clock } from "../../../src/shared/clock";
import { inProcess } from "./inProcess";
import type { Engine } from "./operate";
import { type Time, virtualTime } from "./time";

/** Operations at the API take that part of their usual time: fewer polls, the same order of events. */
export const timeScale = 0.02;

/** A second key of the first project. */
export const otherKey = "pat_another_key_of_the_same_project";

const usedIds = 60;

/**
 * Two environments of the API, with the same projects and keys and different resources. They serve all histories of a
 * process: starting them costs more than emptying them.
 */
export class Bench {
    private isFirst = true;

    private constructor(
        readonly time: Time,
        readonly engine: Engine,
        readonly emulator: Emulator,
        readonly elsewhere: Emulator,
    ) {}

    /** Default: everything in this process. */
    static async start(
        time = virtualTime(),
        engine: Engine = inProcess(time.clock),
        options: EmulatorOptions = {},
    ): Promise<Bench> {
        const tokens = [{ token: otherKey, projects: ["main"] }];
        const start = () => startEmulator({ clock: time.clock, timeScale, tokens, ...options });
        const [emulator, elsewhere] = await Promise.all([start(), start()]);
        return new Bench(time, engine, emulator, elsewhere);
    }

    get clock(): Clock {
        return this.time.clock;
    }

    get emulators(): readonly Emulator[] {
        return [this.emulator, this.elsewhere];
    }

    /** Empty worlds. */
    clean(quirks: Partial<Quirks>): void {
        const { elsewhere } = this;
        const isUsed = this.isFirst || elsewhere.requests().length > 0 || elsewhere.world.services.size > 0;
        this.emulator.reset();
        if (isUsed) {
            elsewhere.reset();
            // Its generator is the same: from here on, it gives other ids.
            for (const { id } of elsewhere.create.services(usedIds)) elsewhere.remove(id);
        }
        this.isFirst = false;
        // Also where the other environment was not used, and has the quirks of the history before.
        this.setQuirks({ ...Quirks.parse({}), ...quirks });
    }

    setQuirks(quirks: Partial<Quirks>): void {
        for (const emulator of this.emulators) emulator.setQuirks(quirks);
    }

    requests(): RequestEntry[] {
        return this.emulators.flatMap((emulator) => emulator.requests());
    }

    clearRequests(): void {
        for (const emulator of this.emulators) emulator.clearRequests();
    }

    async stop(): Promise<void> {
        this.time.stop();
        await this.engine.stop();
        await Promise.all(this.emulators.map((emulator) => emulator.stop()));
    }
}
