import { duration } from "../../src/lifecycle/task";

test.each([
    [0, "0 s"],
    [499, "0 s"],
    [35_000, "35 s"],
    [72_000, "1 m 12 s"],
    [45 * 60_000, "45 m"],
    [90 * 60_000, "1 h 30 m"],
    [3_600_000, "1 h"],
    [3_601_000, "1 h 1 s"],
])("%d ms are %s", (ms, text) => {
    expect(duration(ms)).toBe(text);
});
