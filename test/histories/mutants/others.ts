// Once, spelling, and what is not ours.
import type { Mutant } from "./mutant";

export const others: readonly Mutant[] = [
    {
        name: "refusedAfterWork",
        defect: "A create that is refused after the work was done is repeated without a look: two exist.",
        rule: 3,
        edits: [],
    },
    {
        name: "interruptedReplacement",
        defect: "An interrupted delete-before-replace is a dead end.",
        rule: 3,
        edits: [],
    },
    {
        name: "interruptedRename",
        defect: "An interrupted create, followed by a rename, makes a second one, and nothing says so.",
        rule: 3,
        edits: [],
    },
    {
        name: "laterSpelling",
        defect: "A prefix or a case that the API begins to use later replaces a service.",
        rule: 7,
        edits: [],
    },
    {
        name: "emptyChildren",
        defect: "A list that shows no replica sets is believed, and a foreign set goes with its service.",
        rule: 6,
        edits: [],
    },
];
