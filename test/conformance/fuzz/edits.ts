import fc from "fast-check";
import { oneOf, tagged } from "../../histories/model/random";
import { type Part, plainSettings, type Program, type Settings, type Use, urnOf } from "./model";

/** Some are in use again and again, so that resources of different times meet. */
const names = Array.from("aabbcdefghijklmnopqrstuvw");

/** Indices count around, so that one that is too large means another part instead of none. */
type At = number;

/** A change of a program by its author. */
export type Edit =
    | { do: "add"; name: string; type: Part["type"]; parent?: At; of?: At; as: Use; settings: Partial<Settings> }
    | { do: "remove"; at: At }
    | { do: "rename"; at: At; name: string; aliased: boolean }
    | { do: "move"; at: At; parent?: At; aliased: boolean }
    | { do: "set"; at: At; settings: Partial<Settings> }
    | { do: "use"; at: At; of: At; as: Use }
    | { do: "forget"; at: At }
    | { do: "deletedWith"; at: At; of?: At }
    | { do: "get"; at: At; id?: string }
    | { do: "dropAliases" };

const at = fc.nat({ max: 5 });
const maybeAt = fc.oneof(fc.constant(undefined), at);
const name = fc.constantFrom(...names);
const use = fc.constantFrom<Use>("dep", "kind", "secret", "dependsOn");

/** A change of one setting. */
const setting = oneOf<Partial<Settings>[]>(
    [4, fc.record({ size: fc.constantFrom(1, 2, 3) })],
    [3, fc.record({ label: fc.constantFrom(undefined, "l", "m", null) })],
    [4, fc.record({ kind: fc.constantFrom(undefined, "k1", "k2") })],
    [1, fc.record({ dbr: fc.boolean() })],
    [1, fc.record({ secret: fc.boolean() })],
    [1, fc.record({ protect: fc.constantFrom(undefined, true, false) })],
    [1, fc.record({ retainOnDelete: fc.constantFrom(undefined, true, false) })],
    [2, fc.record({ deleteBeforeReplace: fc.constantFrom(undefined, true, false) })],
    [1, fc.record({ ignoreChanges: fc.constantFrom<string[]>([], ["size"], ["label"], ["*"], ["kind"]) })],
);
const change = fc.tuple(setting, setting).map(([one, other]): Partial<Settings> => ({ ...one, ...other }));

const does = tagged("do");

export const addition: fc.Arbitrary<Edit> = does("add", {
    name,
    type: fc.constantFrom<Part["type"]>("Thing", "Thing", "Thing", "Undiffed", "Group"),
    parent: oneOf([2, fc.constant(undefined)], [1, at]),
    of: maybeAt,
    as: use,
    settings: change,
});

export const edit: fc.Arbitrary<Edit> = oneOf<Edit[]>(
    [3, addition],
    [2, does("remove", { at })],
    [2, does("rename", { at, name, aliased: fc.boolean() })],
    [1, does("move", { at, parent: maybeAt, aliased: fc.boolean() })],
    [9, does("set", { at, settings: change })],
    [2, does("use", { at, of: at, as: use })],
    [1, does("forget", { at })],
    [1, does("deletedWith", { at, of: maybeAt })],
    [1, does("get", { at, id: fc.constantFrom(undefined, "id-1", "id-2") })],
    [1, fc.constant({ do: "dropAliases" })],
);

/** The part that an index means, among those before `end`. */
function pick(program: Program, index: At | undefined, end = program.length): Part | undefined {
    return index === undefined || end === 0 ? undefined : program[index % end];
}

/** A name that no part has had: the provider remembers resources by it. */
function freshKey(wanted: string, known: ReadonlySet<string>): string {
    let key = wanted;
    for (let count = 2; known.has(key); count++) key = `${wanted}${count}`;
    return key;
}

function added(program: Program, edit: Extract<Edit, { do: "add" }>, known: Set<string>): Part[] {
    const key = freshKey(edit.name, known);
    known.add(key);
    const parent = pick(program, edit.parent);
    const of = pick(program, edit.of);
    const part: Part = {
        key,
        name: edit.name,
        type: edit.type,
        parent,
        aliases: [],
        // A component has no inputs.
        uses: of && of.type !== "Group" ? [{ of, as: edit.type === "Group" ? "dependsOn" : edit.as }] : [],
        settings: { ...plainSettings, ...edit.settings },
    };
    return [...program, part];
}

/** Without a part, and without what the others had to do with it. */
function removed(program: Program, gone: Part): Part[] {
    const left = program.filter((part) => part !== gone);
    for (const part of left) {
        if (part.parent === gone) part.parent = undefined;
        if (part.deletedWith === gone) part.deletedWith = undefined;
        part.uses = part.uses.filter(({ of }) => of !== gone);
    }
    return left;
}

/** Changes one part, which is the last one that the change may look at. */
function changed(program: Program, part: Part, edit: Exclude<Edit, { do: "add" | "remove" | "dropAliases" }>): void {
    const place = program.indexOf(part);
    const former = urnOf(part);
    switch (edit.do) {
        case "rename":
            part.name = edit.name;
            break;
        case "move":
            part.parent = pick(program, edit.parent, place);
            break;
        case "set":
            part.settings = { ...part.settings, ...edit.settings };
            return;
        case "use": {
            const of = pick(program, edit.of, place);
            if (!of || of.type === "Group") return;
            const as = part.type === "Group" ? "dependsOn" : edit.as;
            part.uses = [...part.uses.filter((each) => each.as !== as), { of, as }];
            return;
        }
        case "forget":
            part.uses = [];
            return;
        case "deletedWith":
            part.deletedWith = pick(program, edit.of, place);
            return;
        case "get":
            part.get = part.type === "Group" ? undefined : edit.id;
            return;
    }
    if (edit.aliased && urnOf(part) !== former) part.aliases = [...part.aliases, former];
}

/** @param known all keys so far; new ones are added */
export function edited(before: Program, edits: readonly Edit[], known: Set<string>): Program {
    // A program of its own, since parts are changed in place and refer to one another.
    let program = structuredClone(before) as Part[];
    for (const each of edits) {
        if (each.do === "add") program = added(program, each, known);
        else if (each.do === "dropAliases") for (const part of program) part.aliases = [];
        else {
            const part = pick(program, each.at);
            if (!part) continue;
            if (each.do === "remove") program = removed(program, part);
            else changed(program, part, each);
        }
    }
    return program;
}
