// Once, spelling, and what is not ours.
import type { Mutant } from "./mutant";

export const others: readonly Mutant[] = [
    {
        name: "refusedAfterWork",
        defect: "A create that is refused after the work was done is repeated without a look: two exist.",
        rule: 3,
        edits: [
            {
                file: "src/lifecycle/creation/createOnce.ts",
                find: "const found = await find(answer.message, lookWindowAfter(answer)).catch((error: unknown) => {",
                replace:
                    "const found = !isAmbiguous(answer) ? undefined : await find(answer.message, lookWindowAfter(answer)).catch((error: unknown) => {",
            },
            {
                // Nor is what the refused calls have made looked for after the call that succeeds.
                file: "src/lifecycle/creation/createOnce.ts",
                find: 'if (failed === undefined && from === "answer") return { record, from };',
                replace:
                    'if ((failed === undefined || !isAmbiguous(failed)) && from === "answer") return { record, from };',
            },
        ],
    },
    {
        name: "interruptedReplacement",
        defect: "An interrupted delete-before-replace is a dead end.",
        rule: 3,
        edits: [
            {
                file: "src/provider/diffResource.ts",
                find: "isGone: adoptsAnother && (await isProvenGone(definition, await projectOfState(), id, lastSeen())),",
                replace: "isGone: false,",
            },
        ],
    },
    {
        name: "interruptedRename",
        defect: "An interrupted create, followed by a rename, makes a second one, and nothing says so.",
        rule: 3,
        edits: [
            {
                file: "src/lifecycle/creation/findExisting.ts",
                find: "    if (found.length === 0) return undefined;",
                replace: "    if (found.length >= 0) return undefined;",
            },
        ],
    },
    {
        name: "laterSpelling",
        defect: "A prefix or a case that the API begins to use later replaces a service.",
        rule: 7,
        edits: [
            {
                file: "src/lifecycle/spelling.ts",
                find: "if (same(one, other)) return true;",
                replace: "if (one === other) return true;",
            },
        ],
    },
    {
        name: "emptyChildren",
        defect: "A list that shows no replica sets is believed, and a foreign set goes with its service.",
        rule: 6,
        edits: [
            {
                file: "src/lifecycle/remove.ts",
                find: "const record = await resourceClient.read({ fresh: true, single: true });",
                replace:
                    "const record = (await definition.list(project)).records.find((one) => definition.recordId(one) === id) ?? (await resourceClient.read({ fresh: true }));",
            },
        ],
    },
];
