import { type Emulator, startEmulator, VirtualClock } from "../../../src/emulator";
import type { Quirks, RequestEntry } from "../../../src/emulator";

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
        readonly clock: VirtualClock,
        readonly emulator: Emulator,
        readonly elsewhere: Emulator,
        private readonly endAdvance: () => void,
    ) {}

    static async start(): Promise<Bench> {
        const clock = new VirtualClock();
        const start = () => startEmulator({ clock, timeScale, tokens: [{ token: otherKey, projects: ["main"] }] });
        const [emulator, elsewhere] = await Promise.all([start(), start()]);
        return new Bench(clock, emulator, elsewhere, clock.autoAdvance());
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
        this.setQuirks(quirks);
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
        this.endAdvance();
        await Promise.all(this.emulators.map((emulator) => emulator.stop()));
    }
}
