/** A defect that the provider once had, as a change of its present source. */
export interface Mutant {
    /** For `npm run mutants -- --only NAME`. */
    readonly name: string;
    /** One sentence. */
    readonly defect: string;
    /** Which of the eight rules it breaks. */
    readonly rule: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
    readonly edits: readonly SourceEdit[];
}

/** Replaces a text that occurs exactly once in a file. */
export interface SourceEdit {
    /** Relative to the root of the repository. */
    readonly file: string;
    readonly find: string;
    readonly replace: string;
}
