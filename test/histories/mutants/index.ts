// Defects that the provider once had, as changes of its present source: the histories have to find each of them.

/** Replaces a text that occurs exactly once in a file of the source. */
const edit = (file: string, find: string, replace: string) => ({ file: `src/${file}`, find, replace });
type SourceEdit = ReturnType<typeof edit>;

/**
 * @param name for `npm run mutants -- --only NAME`
 * @param rule which of the eight rules it breaks
 * @param defect one sentence
 */
function mutant(name: string, rule: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, defect: string, ...edits: SourceEdit[]): Mutant {
    return { name, rule, defect, edits };
}

export interface Mutant {
    readonly name: string;
    readonly rule: number;
    readonly defect: string;
    readonly edits: readonly SourceEdit[];
    /** The scenarios of the exhaustive suite that have to find it. */
    readonly exhaustive?: readonly string[];
    /** The histories have no such programs, or no such commands. */
    readonly onlyExhaustive?: boolean;
}

/** The exhaustive suite has to find it as well. */
const foundIn = (exhaustive: readonly string[], found: Mutant): Mutant => ({ ...found, exhaustive });
/** Only the exhaustive suite finds it. */
const onlyIn = (exhaustive: readonly string[], found: Mutant): Mutant => ({
    ...found,
    exhaustive,
    onlyExhaustive: true,
});

const findExisting = "provider/lifecycle/creation/findExisting.ts";
const createOnce = "provider/lifecycle/creation/createOnce.ts";
const gone = "provider/lifecycle/gone.ts";

const anyAge = edit(findExisting, "age <= leftoverAge", "age <= Infinity");
const rivalsIgnored = [
    edit(
        findExisting,
        "const rival = attempt.creator.program.rivalOf(attempt.idOf(record));",
        "const rival = undefined as string | undefined;",
    ),
    edit(
        "provider/dynamic/operations/diff.ts",
        "throw new UserError(sharedError(definition.noun, id, name) + asNew);",
        "",
    ),
];

export const mutants: readonly Mutant[] = [
    mutant(
        "renamedStack",
        3,
        "After `pulumi stack rename`, a new stack of the old name takes over what the first one has.",
        anyAge,
    ),
    mutant(
        "formerAlias",
        3,
        "After an alias, the old name is declared again and takes over what the renamed resource has.",
        ...rivalsIgnored,
    ),
    mutant("stateMove", 3, "After `pulumi state move`, what is declared again takes over what has been moved.", anyAge),
    mutant(
        "stateRename",
        3,
        "After `pulumi state rename`, the old name is declared again and takes over what the renamed resource has.",
        ...rivalsIgnored,
    ),
    mutant(
        "secondBackend",
        3,
        "Two self-managed backends with equal project and stack names take from each other.",
        anyAge,
        edit("provider/dynamic/autoName.ts", "hashOf([scope, ...own]", 'hashOf(["", ...own]'),
    ),
    mutant("retained", 3, "What `retainOnDelete` has left is taken over when it is declared again.", anyAge),
    mutant(
        "ghost",
        3,
        "A record that only the list shows, and whose own GET is 404, is taken over.",
        edit(
            findExisting,
            'return "A list shows it, but its own GET does not: it may just have been deleted, or created";',
            "return { record: first.record, isIncomplete: false };",
        ),
    ),
    mutant(
        "nameAndAdopt",
        3,
        "One resource takes a database by its generated name, and another one by `adopt`.",
        edit("provider/lifecycle/create.ts", "const rival = program.rivalOf(id);", "const rival = undefined;"),
        ...rivalsIgnored,
    ),
    mutant(
        "otherMoment",
        3,
        "A fork of another moment is taken over.",
        edit(
            "provider/lifecycle/definitions/service/service.ts",
            "forkFrom && [forkFrom.serviceId, forkFrom.strategy, forkFrom.targetTime]",
            "forkFrom?.serviceId",
        ),
        anyAge,
    ),
    mutant(
        "lostAnswerMatch",
        3,
        "What appears after a lost answer is taken over though it has replicas or an environment that nobody asked for.",
        edit(
            "provider/lifecycle/definitions/service/create.ts",
            'return isStrange || !showsReplicas(args, record) ? "unclear" : "same";',
            'return "same";',
        ),
    ),
    mutant(
        "hangingDelete",
        2,
        "Of several deletions together, one that hangs counts as gone though its own GET was never asked.",
        edit(
            "provider/lifecycle/wait/collectionReader.ts",
            "[id, this.source.get(id)] as const",
            "[id, listed.size > 0 ? Promise.resolve(undefined) : this.source.get(id)] as const",
        ),
    ),
    mutant(
        "oneLook",
        2,
        "One 404 and one empty list at the same moment drop a database.",
        edit(gone, "    for (const moment of goneLooks) {", "    for (const moment of [] as number[]) {"),
    ),
    mutant(
        "nullList",
        2,
        "A list that is answered `null` counts as empty.",
        edit(
            "provider/api/response.ts",
            "    if (answer instanceof z.ZodArray && Array.isArray(json))\n        return readRecords(answer.element as z.ZodType, json, note, violation);",
            "    if (answer instanceof z.ZodArray && (json === null || Array.isArray(json)))\n        return readRecords(answer.element as z.ZodType, json ?? [], note, violation);",
        ),
    ),
    mutant(
        "otherAddress",
        2,
        "A base URL that points to another environment with the same project id empties the state.",
        edit(gone, "    if (address === client.baseUrl) return;", '    if (address !== "") return;'),
    ),
    mutant(
        "otherProfile",
        2,
        "A changed profile loses the old database, and the error's own advice makes a second one.",
        edit(
            "provider/lifecycle/converge.ts",
            "    const record = await find(resource, project, task, lastSeen);",
            "    let record: unknown;\n    await resource.preservingState(async () => void (record = await find(resource, project, task, lastSeen)));",
        ),
    ),
    mutant(
        "hiddenCreation",
        2,
        "A service that nothing shows for more than a minute after its POST is dropped, and made again.",
        edit(
            gone,
            "    unfinished && now < notFoundGraceUntil;",
            "    unfinished && now < notFoundGraceUntil && false;",
        ),
    ),
    mutant(
        "anotherRecord",
        2,
        "A GET that answers with the record of another resource is believed.",
        edit(
            "provider/api/response.ts",
            "return id === field(args, camelWord(shows)) ? undefined : id;",
            "return undefined;",
        ),
    ),
    mutant(
        "refusedAfterWork",
        3,
        "A create that is refused after the work was done is repeated without a look: two exist.",
        edit(
            createOnce,
            "const found = await this.#find(answer.message, lookWindowAfter(answer)).catch((error: unknown) => {",
            "const found = !isAmbiguous(answer) ? undefined : await this.#find(answer.message, lookWindowAfter(answer)).catch((error: unknown) => {",
        ),
        // Nor is what the refused calls have made looked for after the call that succeeds.
        edit(
            createOnce,
            'if (this.#sent === 1 && from === "answer") return { record, from, answer };',
            'if (this.#wereRefused && from === "answer") return { record, from, answer };',
        ),
    ),
    mutant(
        "interruptedReplacement",
        3,
        "An interrupted delete-before-replace is a dead end.",
        edit(
            "provider/dynamic/operations/diff.ts",
            "isGone: adoptsAnother && (await provenRecord(operation, id, state, args)) === undefined,",
            "isGone: false,",
        ),
    ),
    mutant(
        "interruptedRename",
        3,
        "An interrupted create, followed by a rename, makes a second one, and nothing says so.",
        edit(findExisting, "    if (found.length === 0) return {};", "    if (found.length >= 0) return {};"),
    ),
    mutant(
        "laterSpelling",
        7,
        "A prefix or a case that the API begins to use later replaces a service.",
        edit("provider/lifecycle/spelling.ts", "if (same(one, other)) return true;", "if (one === other) return true;"),
    ),
    mutant(
        "emptyChildren",
        6,
        "A list that shows no replica sets is believed, and a foreign set goes with its service.",
        edit(
            "provider/lifecycle/remove.ts",
            "const record = await resourceClient.read({ fresh: true, single: true });",
            "const record = (definition.containedIn === undefined ? (await listRecords(definition, project)).records.find((one) => definition.recordId(one) === id) : undefined) ?? (await resourceClient.read({ fresh: true, single: true }));",
        ),
    ),
    // What an examination from outside has found: a decision taken from memory, and the act later.
    foundIn(
        ["remove", "replace, the successor first", "destroy"],
        mutant(
            "guardByState",
            1,
            "What is PROD only at the API is deleted, since the state says DEV.",
            edit("provider/lifecycle/mayDelete.ts", "(outputs, given, { seen, hides })", "(outputs, given)"),
        ),
    ),
    foundIn(
        ["refresh", "remove what is protected"],
        mutant(
            "shortLapse",
            2,
            "What the API hides for some seconds counts as gone.",
            edit(gone, "    for (const moment of goneLooks) {", "    for (const moment of goneLooks.slice(0, 1)) {"),
        ),
    ),
    onlyIn(
        ["refresh, all at once"],
        mutant(
            "allGone",
            2,
            "What is missing all at once counts as gone, as in an outage of more than a minute.",
            edit("provider/dynamic/absences.ts", "this.#assertPlausible(operation);", ""),
        ),
    ),
    onlyIn(
        ["sweep a fork of a fork"],
        mutant(
            "sweepLooksOnce",
            6,
            "A sweep looks once, and then repeats a refused deletion: a fork promoted meanwhile is deleted.",
            edit(
                "commands/sweep/sweep.ts",
                "report(`${name}: ${text}`), refuse });",
                "report(`${name}: ${text}`), refuse: () => undefined });",
            ),
        ),
    ),
    onlyIn(
        ["drill"],
        mutant(
            "drillLooksNever",
            6,
            "A drill deletes its fork although it was promoted or renamed meanwhile.",
            edit(
                "commands/drill/drillFork.ts",
                "return deleteTemporary(project, id, { refuse, report, unfinished: !this.#isComplete });",
                "return deleteTemporary(project, id, { refuse: () => undefined, report, unfinished: !this.#isComplete });",
            ),
        ),
    ),
    onlyIn(
        ["import a file twice"],
        mutant(
            "ownedByToken",
            2,
            "Two resources of one import file share an owner's token: the removal of one deletes the other's database.",
            edit(
                "provider/dynamic/operations/delete.ts",
                "if (holder !== undefined) {",
                "if (holder !== undefined && holder.owner !== self) {",
            ),
        ),
    ),
    onlyIn(
        ["remove what is read"],
        mutant(
            "readAndRemoved",
            1,
            "What the program still reads by `get` is deleted.",
            edit(
                "provider/dynamic/operations/delete.ts",
                'isLeftOut ? owners.awaitedBy("reads", ref) : undefined',
                "undefined as string | undefined",
            ),
        ),
    ),
    foundIn(
        ["create a name", "fork a moment"],
        mutant(
            "answerBelieved",
            3,
            "The answer to a creation is believed, whatever record it shows.",
            edit(
                createOnce,
                "const contradiction = contradictionIn(this.attempt, answer, this.#known);",
                "const contradiction = undefined as ReturnType<typeof contradictionIn>;",
            ),
        ),
    ),
    foundIn(
        ["create a name"],
        mutant(
            "repeatedUnseen",
            3,
            "A create is repeated after a lost answer, and what a lagging list shows later is named by nobody.",
            edit(createOnce, "const window = this.#wereRefused ? 0 : settleWindow;", "const window = 0;"),
            edit(createOnce, "const until = this.#lastSentAt + Math.max(settleWindow, lag);", "const until = 0 * lag;"),
        ),
    ),
    mutant(
        "fieldSpoilsAll",
        5,
        "A field that cannot be read spoils the whole record.",
        edit(
            "provider/api/shown.ts",
            "if (read !== undefined) shown[name] = read;",
            "if (read === undefined && !isBlank(value)) return undefined;\n        shown[name] = read;",
        ),
    ),
    mutant(
        "caseOfWords",
        1,
        "`prod` is not `PROD`, and is deleted.",
        edit(
            "provider/api/shown.ts",
            ".find((word) => word.toLowerCase() === given.toLowerCase());",
            ".find((word) => word === given);",
        ),
    ),
    mutant(
        "passwordWithId",
        5,
        "The password in an answer without an id is lost.",
        edit("provider/api/errors.ts", "this.#shown = shown;", "this.#shown = shown && undefined;"),
    ),
    mutant(
        "unreadableIsEmpty",
        6,
        "A list of replica sets with one that cannot be read counts as complete.",
        edit(
            "provider/api/shown.ts",
            "else if (idFieldOf(item) !== undefined && mayBeRecord(entry)) return undefined;",
            "",
        ),
    ),
];
