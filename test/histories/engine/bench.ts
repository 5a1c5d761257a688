import { type Emulator, startEmulator, VirtualClock } from "../../../src/emulator";
import type { Quirks } from "../../../src/emulator";

/** Operations at the API take that part of their usual time: fewer polls, the same order of events. */
export const timeScale = 0.02;

/** One emulator for all histories of a process: starting it costs more than emptying it. */
export class Bench {
    private constructor(
        readonly clock: VirtualClock,
        readonly emulator: Emulator,
        private readonly endAdvance: () => void,
    ) {}

    static async start(): Promise<Bench> {
        const clock = new VirtualClock();
        const emulator = await startEmulator({ clock, timeScale });
        return new Bench(clock, emulator, clock.autoAdvance());
    }

    /** An empty world. */
    clean(quirks: Partial<Quirks>): void {
        this.emulator.reset();
        this.emulator.setQuirks(quirks);
    }

    async stop(): Promise<void> {
        this.endAdvance();
        await this.emulator.stop();
    }
}
