import fc from "fast-check";

/**
 * What happens often in one history. A history has a few themes: with all of them at once, each would be too rare for
 * what needs two of the same kind in a row.
 */
export const calmThemes = ["stacks", "names", "foreign", "connections", "spelling"] as const;
export const faultyThemes = ["faults", "kills", "lists"] as const;
export type Theme = (typeof calmThemes)[number] | (typeof faultyThemes)[number];

export const calm: fc.Arbitrary<Theme[]> = fc.subarray<Theme>([...calmThemes], { minLength: 0, maxLength: 2 });

export const faulty: fc.Arbitrary<Theme[]> = fc
    .tuple(
        fc.subarray<Theme>([...faultyThemes], { minLength: 1, maxLength: 2 }),
        fc.subarray<Theme>([...calmThemes], { minLength: 0, maxLength: 1 }),
    )
    .map((parts) => parts.flat());
