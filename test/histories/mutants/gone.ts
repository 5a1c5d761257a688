// Gone: something is dropped from the state while it exists.
import type { Mutant } from "./mutant";

export const gone: readonly Mutant[] = [
    {
        name: "hangingDelete",
        defect: "Of several deletions together, one that hangs counts as gone though its own GET was never asked.",
        rule: 2,
        edits: [
            {
                file: "src/lifecycle/wait/collectionReader.ts",
                find: "[id, this.source.get(id)] as const",
                replace: "[id, listed.size > 0 ? Promise.resolve(undefined) : this.source.get(id)] as const",
            },
        ],
    },
    {
        name: "oneLook",
        defect: "One 404 and one empty list at the same moment drop a database.",
        rule: 2,
        edits: [
            {
                file: "src/lifecycle/gone.ts",
                find: "        await clock.sleep(goneInterval);\n",
                replace:
                    "        if (clock.now() >= notFoundGraceUntil || unfinished) return undefined;\n        await clock.sleep(goneInterval);\n",
            },
        ],
    },
    {
        name: "nullList",
        defect: "A list that is answered `null` counts as empty.",
        rule: 2,
        edits: [
            {
                file: "src/api/response.ts",
                find: "    if (answer instanceof z.ZodArray && Array.isArray(json))\n        return readRecords(answer.element as z.ZodType, json, violation);",
                replace:
                    "    if (answer instanceof z.ZodArray && (json === null || Array.isArray(json)))\n        return readRecords(answer.element as z.ZodType, json ?? [], violation);",
            },
        ],
    },
    {
        name: "otherAddress",
        defect: "A base URL that points to another environment with the same project id empties the state.",
        rule: 2,
        edits: [
            {
                file: "src/lifecycle/gone.ts",
                find: "    address === client.baseUrl;",
                replace: '    address !== "";',
            },
        ],
    },
    {
        name: "otherProfile",
        defect: "A changed profile loses the old database, and the error's own advice makes a second one.",
        rule: 2,
        edits: [
            {
                file: "src/lifecycle/converge.ts",
                find: "    const record = await find(resource, project, task, lastSeen);",
                replace:
                    "    let record: unknown;\n    await resource.preservingState(async () => void (record = await find(resource, project, task, lastSeen)));",
            },
        ],
    },
    {
        name: "hiddenCreation",
        defect: "A service that nothing shows for more than a minute after its POST is dropped, and made again.",
        rule: 2,
        edits: [
            {
                file: "src/lifecycle/gone.ts",
                find: "    unfinished && now < notFoundGraceUntil;",
                replace: "    unfinished && now < notFoundGraceUntil && false;",
            },
        ],
    },
    {
        name: "anotherRecord",
        defect: "A GET that answers with the record of another resource is believed.",
        rule: 2,
        edits: [
            {
                file: "src/api/response.ts",
                find: "return id === field(args, camelWord(shows)) ? undefined : id;",
                replace: "return undefined;",
            },
        ],
    },
];
