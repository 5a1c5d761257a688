// Gone: something is dropped from the state while it exists.
import type { Mutant } from "./mutant";

export const gone: readonly Mutant[] = [
    {
        name: "hangingDelete",
        defect: "Of several deletions together, one that hangs counts as gone though its own GET was never asked.",
        rule: 2,
        edits: [],
    },
    {
        name: "oneLook",
        defect: "One 404 and one empty list at the same moment drop a database.",
        rule: 2,
        edits: [],
    },
    {
        name: "nullList",
        defect: "A list that is answered `null` counts as empty.",
        rule: 2,
        edits: [],
    },
    {
        name: "otherAddress",
        defect: "A base URL that points to another environment with the same project id empties the state.",
        rule: 2,
        edits: [],
    },
    {
        name: "otherProfile",
        defect: "A changed profile loses the old database, and the error's own advice makes a second one.",
        rule: 2,
        edits: [],
    },
    {
        name: "hiddenCreation",
        defect: "A service that nothing shows for more than a minute after its POST is dropped, and made again.",
        rule: 2,
        edits: [],
    },
    {
        name: "anotherRecord",
        defect: "A GET that answers with the record of another resource is believed.",
        rule: 2,
        edits: [],
    },
];
