import { systemClock, wallTime } from "../../src/shared/clock";
import { VirtualClock } from "../../src/emulator";

describe("the machine's clock", () => {
    afterEach(() => jest.restoreAllMocks());

    const setDate = (ms: number) => jest.spyOn(Date, "now").mockReturnValue(ms);

    it("starts at the date, in whole milliseconds", () => {
        const differs = Math.abs(systemClock.now() - Date.now());
        expect(differs).toBeLessThan(60_000);
        expect(Number.isInteger(systemClock.now())).toBe(true);
    });

    it.each([
        ["back an hour", -3_600_000],
        ["forth a day", 86_400_000],
    ])("goes on where the date is set %s", (_, shift) => {
        const before = systemClock.now();
        setDate(before + shift);
        const since = systemClock.now() - before;
        expect(since).toBeGreaterThanOrEqual(0);
        expect(since).toBeLessThan(3_600_000);
        expect(wallTime(systemClock)).toBe(before + shift);
    });

    it("never goes back", () => {
        const times = Array.from({ length: 1_000 }, () => systemClock.now());
        expect(times).toEqual([...times].sort((a, b) => a - b));
    });

    it("ends a sleep with the reason of its signal", async () => {
        const reason = new Error("enough");
        await expect(systemClock.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
    });
});

it("a clock with one time has that for the calendar, too", () => {
    const clock = new VirtualClock(1_000);
    expect(wallTime(clock)).toBe(1_000);
});
