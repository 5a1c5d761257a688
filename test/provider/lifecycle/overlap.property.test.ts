import fc from "fast-check";
import { overlap } from "../../../src/provider/lifecycle/definitions/fields";

/** A network near the others, so that many of them overlap. Its address may have host bits, as one of another tool. */
const network = fc.record({
    address: fc.oneof(
        fc.nat(0xff).map((low) => 0x0a00_0000 + low),
        fc.nat(0xffff_ffff),
    ),
    prefix: fc.oneof(fc.integer({ min: 24, max: 32 }), fc.nat(32)),
});
type Network = Readonly<Record<"address" | "prefix", number>>;

const textOf = ({ address, prefix }: Network) =>
    `${[24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256).join(".")}/${prefix}`;

/** The first address and the last. */
function rangeOf({ address, prefix }: Network): readonly [number, number] {
    const count = 2 ** (32 - prefix);
    const first = Math.floor(address / count) * count;
    return [first, first + count - 1];
}

test("two networks overlap where the ranges of their addresses do", () => {
    let overlaps = 0;
    fc.assert(
        fc.property(network, network, (one, other) => {
            const [[a, b], [c, d]] = [rangeOf(one), rangeOf(other)];
            const expected = a <= d && c <= b;
            overlaps += Number(expected);
            expect(overlap(textOf(one), textOf(other))).toBe(expected);
            expect(overlap(textOf(other), textOf(one))).toBe(expected);
        }),
        { numRuns: 1000 },
    );
    expect(overlaps).toBeGreaterThan(50);
});

test.each(["", "10.0.0.0", "10.0.0.0/33", "fd00::/8", "any"])("%j is no network, and overlaps none", (text) => {
    expect(overlap(text, "0.0.0.0/0")).toBe(false);
    expect(overlap("0.0.0.0/0", text)).toBe(false);
});
