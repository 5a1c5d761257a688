import fc from "fast-check";

/**
 * What happens often in one history. A history has a few themes: with all of them at once, each would be too rare for
 * what needs two of the same kind in a row.
 */
export const calmThemes = ["stacks", "names", "moments", "foreign", "connections", "spelling"] as const;
export const faultyThemes = ["wire", "refusals", "reads", "deletions", "kills", "lags"] as const;
export type Theme = (typeof calmThemes)[number] | (typeof faultyThemes)[number];

const some = (themes: readonly Theme[], least: number, most: number): fc.Arbitrary<Theme[]> =>
    fc.uniqueArray(fc.constantFrom(...themes), { minLength: least, maxLength: most });

export const calm: fc.Arbitrary<Theme[]> = some(calmThemes, 0, 2);

export const faulty: fc.Arbitrary<Theme[]> = fc
    .tuple(some(faultyThemes, 1, 2), some(calmThemes, 0, 1))
    .map((parts) => parts.flat());
