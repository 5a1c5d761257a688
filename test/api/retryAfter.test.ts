import fc from "fast-check";
import { retryAfterOf } from "../../src/api/retryAfter";

const now = Date.UTC(1994, 10, 6, 8, 49, 0);
const read = (header: string) => retryAfterOf({ "retry-after": header }, now);

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

    it("is not needed", () => expect(retryAfterOf({}, now)).toBeUndefined());

    it("is never less than nothing", () =>
        fc.assert(
            fc.property(fc.string(), fc.date({ noInvalidDate: true }), (text, date) => {
                expect(read(text) ?? 0).toBeGreaterThanOrEqual(0);
                expect(read(date.toUTCString()) ?? 0).toBeGreaterThanOrEqual(0);
            }),
        ));
});
