import fc from "fast-check";
import { retryAfterOf } from "../../src/api/retry";

const now = Date.UTC(1994, 10, 6, 8, 49, 0);
const read = (header: string, headers = {}) => retryAfterOf({ "retry-after": header, ...headers }, now);
/** What a timer takes at most. */
const longest = 2 ** 31 - 1;

describe("Retry-After", () => {
    it.each([
        ["0", 0],
        ["7", 7_000],
        [" 120 ", 120_000],
        ["Sun, 06 Nov 1994 08:49:37 GMT", 37_000],
        ["Sunday, 06-Nov-94 08:49:37 GMT", 37_000],
        ["Sun, 06 Nov 1994 08:48:00 GMT", 0],
    ])("%s is read", (header, pause) => expect(read(header)).toBe(pause));

    it.each(["", "soon", "-3", "1.5", "1e3", "0x10", "Sun, nonsense GMT", "Sun, 06 Nov 1994 08:49:37 +0100"])(
        "%j says nothing",
        (header) => expect(read(header)).toBeUndefined(),
    );

    it.each([
        ["Sun, 06 Nov 1994 08:49:30 GMT", 7_000],
        ["Sunday, 06-Nov-94 08:49:30 GMT", 7_000],
        ["Sun, 06 Nov 1994 10:00:00 GMT", 0],
        ["yesterday", 37_000],
        ["", 37_000],
    ])("as a date counts from the answer's Date %j, where that is one", (date, pause) =>
        expect(read("Sun, 06 Nov 1994 08:49:37 GMT", { date })).toBe(pause),
    );

    it("is bounded", () => {
        expect(read("9".repeat(400))).toBe(longest);
        expect(read("Thu, 06 Nov 2094 08:49:37 GMT")).toBe(longest);
        expect(read("Sun, 06 Nov 1994 08:49:37 GMT", { date: "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(longest);
    });

    it("is not needed", () => expect(retryAfterOf({}, now)).toBeUndefined());

    it("is never less than nothing, nor longer than a timer takes", () =>
        fc.assert(
            fc.property(fc.string(), fc.date({ noInvalidDate: true }), (text, date) => {
                for (const pause of [read(text), read(date.toUTCString()), read(text, { date: date.toUTCString() })]) {
                    expect(pause ?? 0).toBeGreaterThanOrEqual(0);
                    expect(pause ?? 0).toBeLessThanOrEqual(longest);
                }
            }),
        ));
});
