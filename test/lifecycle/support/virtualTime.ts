import { VirtualClock } from "../../../src/emulator";

/** A virtual clock for each test of a file or group, which runs by itself. After it nobody may be left who sleeps on. */
export function onVirtualTime(use: (clock: VirtualClock) => void): void {
    let clock: VirtualClock;
    let end: () => void;
    beforeEach(() => {
        clock = new VirtualClock(0);
        end = clock.autoAdvance();
        use(clock);
    });
    afterEach(() => {
        expect(clock.sleeping).toBe(0);
        end();
    });
}
