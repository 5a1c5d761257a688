import fc from "fast-check";
import { z } from "zod";
import { momentProblem } from "../../src/components/moment";

/** What arguments that have a schema are held to. */
const schema = z.iso.datetime({ offset: true });
const digits = (length: number) =>
    fc.integer({ min: 0, max: 10 ** length - 1 }).map((n) => String(n).padStart(length, "0"));
const near = fc.tuple(digits(4), fc.nat(13), fc.nat(32), fc.nat(25), fc.nat(61), fc.nat(61)).map((all) => {
    const [year, month, day, hour, minute, second] = all.map((part) => String(part).padStart(2, "0"));
    return [`${year}-${month}-${day}`, `${hour}:${minute}`, `:${second}`] as const;
});
const zone = fc.constantFrom("Z", "z", "", "+00:00", "-23:59", "+24:00", "+0100", "+1:00");
const fraction = fc.constantFrom("", ".1", ".123456789", ".", ",5");
const texts = fc
    .tuple(near, fc.boolean(), fc.constantFrom("T", "t", " "), fraction, zone)
    .map(([[day, time, second], withSecond, between, part, offset]) =>
        withSecond ? `${day}${between}${time}${second}${part}${offset}` : `${day}${between}${time}${offset}`,
    );

test("the same texts are timestamps as for a schema", () => {
    fc.assert(
        fc.property(texts, (text) => {
            expect([text, momentProblem(text) === undefined]).toEqual([text, schema.safeParse(text).success]);
        }),
        { numRuns: 3000 },
    );
});

test.each(["2024-02-29T00:00:00Z", "2000-02-29T12:00:00+02:00", "2030-01-31T12:00:00.25Z", "0000-01-01T00:00:00Z"])(
    "%s is one",
    (text) => expect(momentProblem(text)).toBeUndefined(),
);

test.each([
    "2023-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2030-04-31T00:00:00Z",
    "2030-13-01T00:00:00Z",
    "tomorrow",
    "2030-01-31T12:00Z",
    0,
    undefined,
    null,
])("%p is none", (value) => expect(momentProblem(value)).toMatch(/RFC 3339/));
