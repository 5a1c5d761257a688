// What is done about a record that has the name already: taken over, told, or no obstacle.
import type { CreateTarget, Match } from "../../src/lifecycle/creation/createSpec";
import { findExisting, type Claim } from "../../src/lifecycle/creation/findExisting";
import { Inventory, type Candidate } from "../../src/lifecycle/creation/inventory";
import { systemClock } from "../../src/clock";
import { claimOf } from "./support/claim";

interface Row {
    readonly id: string;
    readonly name?: string;
    readonly leaving?: boolean;
    readonly match?: Match;
}

interface Circumstances extends Partial<Claim<Row>> {
    /** The resource of this process that has record "a". */
    readonly has?: string;
    readonly uniqueName?: boolean;
}

/** The id of what is taken over. */
function find(rows: readonly Row[], { has, uniqueName, ...claim }: Circumstances = {}): string | undefined {
    const inventory = new Inventory<Row>(systemClock, () => Promise.reject(new Error("asked")));
    if (has !== undefined) inventory.claim("a", "orders", has);
    const target: CreateTarget<Row> = {
        name: "orders",
        key: "orders",
        label: 'service "orders"',
        inventory,
        match: ({ match = "same" }) => match,
        ...(uniqueName === undefined ? {} : { uniqueName }),
    };
    const candidates = rows.map((record): Candidate<Row> => {
        const { id, name = "orders", leaving = false } = record;
        return { id, name, leaving, record };
    });
    return findExisting(target, candidates, { ...claimOf(), ...claim })?.id;
}

const a = { id: "a" };
const b = { id: "b" };

test.each<[string, readonly Row[], Circumstances]>([
    ["nothing", [], {}],
    ["another name", [{ ...a, name: "others" }], {}],
    ["what is being deleted", [{ ...a, leaving: true }], {}],
    ["something else, where names may be shared", [{ ...a, match: "different" }], { uniqueName: false }],
])("%s is not in the way", (_, rows, circumstances) => {
    expect(find(rows, circumstances)).toBeUndefined();
    expect(find(rows, { ...circumstances, onConflict: "adopt" })).toBeUndefined();
});

test.each<[string, readonly Row[], Circumstances, string]>([
    ["with `adopt`", [a], { onConflict: "adopt" }, "a"],
    ["whatever its case", [{ ...a, name: "Orders" }], { onConflict: "adopt" }, "a"],
    ["of a name that no other resource gets", [a], { nameIsOwn: true }, "a"],
    ["of the same resource", [a], { onConflict: "adopt", has: "urn" }, "a"],
    ["beside what is being deleted", [{ ...b, leaving: true }, a], { onConflict: "adopt" }, "a"],
    ["that replaces another one, which is known", [a], { replacing: true, nameIsOwn: true, predecessor: "b" }, "a"],
])("one that matches is taken over: %s", (_, rows, circumstances, id) => {
    expect(find(rows, circumstances)).toBe(id);
});

const hint = "It may be what an interrupted `pulumi up` has left, or another stack's. ";
const adopt = 'If it is yours, take it over: `adopt: "a"`. ';
const others = 'To create another one all the same: `onNameConflict: "ignore"` or another `name`. ';
const taint = "If `--replace` or a taint is to replace it: `deleteBeforeReplace: true`.";
const differs = "It is not what is asked for (region, addons, parent or CIDR). ";

test.each<[string, readonly Row[], Circumstances, string]>([
    ["one", [a], {}, `a. ${hint}${adopt}${others}${taint}`],
    ["one that may be another's, in lower case", [{ ...a, name: "ORDERS" }], {}, `a. ${hint}${adopt}${others}${taint}`],
    ["several", [a, b], { onConflict: "adopt" }, `a, b. ${hint}${adopt}${others}${taint}`],
    [
        "one that differs",
        [{ ...a, match: "different" }],
        { onConflict: "adopt" },
        `a. ${hint}${differs}${others}${taint}`,
    ],
    [
        "one that cannot be told",
        [{ ...a, match: "unclear" }],
        { onConflict: "adopt" },
        `a. ${hint}${adopt}${others}${taint}`,
    ],
    ["one that shares a name", [a], { uniqueName: false }, `a. ${hint}${adopt}${others}${taint}`],
    [
        "one of a type without names",
        [a],
        { named: false },
        `a. ${hint}${adopt}${others.replace(/ or .*`\./, ".")}${taint}`,
    ],
])("the user has to decide about %s", (_, rows, circumstances, message) => {
    expect(() => find(rows, circumstances)).toThrow(`There already is a service "orders": ${message}`);
});

test.each<[string, Circumstances]>([
    ["whatever it is", { replacing: true, onConflict: "adopt" }],
    ["that is known to be it", { replacing: true, nameIsOwn: true, predecessor: "a" }],
    ["where it is not known", { replacing: true, nameIsOwn: true }],
    ["where the name is given", { replacing: true, predecessor: "b", onConflict: "adopt" }],
])("what may be the predecessor is not taken over: %s", (_, circumstances) => {
    const told =
        'service "orders" is to be replaced, but there already is one of that name: a. If that is its predecessor, set ';
    const way = "`deleteBeforeReplace: true` among the resource's options: it is then deleted first. ";
    expect(() => find([a], circumstances)).toThrow(`${told}${way}Or give the resource another \`name\`.`);
    expect(() => find([a], { ...circumstances, named: false })).toThrow(`${told}${way}Or delete it first.`);
});

test("what another resource of this program has created is not taken over", () => {
    const told = 'Two resources of this program want to create service "orders": another and urn. ';
    expect(() => find([a], { has: "another", onConflict: "adopt" })).toThrow(
        `${told}Give one of them another \`name\`.`,
    );
    expect(() => find([a], { has: "another", named: false })).toThrow(`${told}Leave one of them out.`);
});
