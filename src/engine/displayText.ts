import { isDeepStrictEqual } from "node:util";
import { duration } from "../shared/duration";
import type { Op, Step } from "./plan/step";
import { isProperties, type Properties, ResourceReference, reveal, Secret, Unknown, type Value } from "./model/values";

export interface Words {
    symbol: string;
    planned: string;
    doing: string;
    done: string;
}

const create: Words = { symbol: "+", planned: "create", doing: "creating", done: "created" };
const update: Words = { symbol: "~", planned: "update", doing: "updating", done: "updated" };
const remove: Words = { symbol: "-", planned: "delete", doing: "deleting", done: "deleted" };
const replace: Words = { symbol: "±", planned: "replace", doing: "replacing", done: "replaced" };
const read: Words = { symbol: ">", planned: "read", doing: "reading", done: "read" };
const refresh: Words = { symbol: "~", planned: "refresh", doing: "refreshing", done: "refreshed" };
const same: Words = { symbol: " ", planned: "unchanged", doing: "checking", done: "unchanged" };
const forget: Words = { symbol: "<", planned: "forget", doing: "forgetting", done: "forgotten" };

function replacing({ planned, doing, done }: Words, what: string): Words {
    return { ...replace, planned: `${planned} ${what}`, doing: `${doing} ${what}`, done: `${done} ${what}` };
}

export const words: Record<Op, Words> = {
    same,
    create,
    update,
    delete: remove,
    replace,
    read,
    refresh,
    "create-replacement": replacing(create, "replacement"),
    "delete-replaced": replacing(remove, "original"),
    "read-replacement": replacing(read, "replacement"),
    discard: forget,
    "discard-replaced": forget,
    "remove-pending-replace": remove,
};

/** Verbs for the result of a refresh. */
export const diffWords: Record<"same" | "update" | "delete", Words> = {
    same,
    update: { ...update, planned: "changed", done: "changed" },
    delete: { ...remove, planned: "gone", done: "gone" },
};

function text(value: Value): string {
    if (value instanceof Secret) return "[secret]";
    if (value instanceof Unknown) return "(known after the update)";
    if (value instanceof ResourceReference) return value.urn;
    if (Array.isArray(value)) return `[${value.map(text).join(", ")}]`;
    if (isProperties(value)) {
        const fields = Object.entries(value).filter(([name]) => !isHidden(name));
        return `{${fields.map(([name, each]) => `${name}: ${text(each)}`).join(", ")}}`;
    }
    return JSON.stringify(value);
}

const isHidden = (name: string) => name.startsWith("__");

/** A value as a short single line, with secrets hidden. */
export function showValue(value: Value): string {
    const limit = 80;
    const whole = text(value);
    return whole.length > limit ? `${whole.slice(0, limit - 1)}…` : whole;
}

/** Formats milliseconds as `0.4 s`, `35 s` or `12 m 5 s`. */
export function showDuration(ms: number): string {
    if (ms < 10_000) return `${(Math.round(ms / 100) / 10).toString()} s`;
    return duration(ms);
}

/** The properties that a step changes, each with a sign: `~size`, `+tags.owner`, `-label`. */
export function changedPaths(step: Step): string[] {
    if (step.op === "update" || step.op === "create-replacement")
        return pathsBetween(step.old.inputs, step.next.inputs);
    if (step.op !== "refresh" && step.op !== "read") return [];
    const next = step.op === "refresh" ? step.refreshed?.next : step.next;
    return step.old && next ? pathsBetween(step.old.outputs ?? {}, next.outputs ?? {}) : [];
}

function pathsBetween(before: Properties, after: Properties, prefix = ""): string[] {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !isHidden(name));
    return names.sort().flatMap((name) => {
        const path = prefix + name;
        const [old, next] = [before[name], after[name]];
        if (old === undefined) return [`+${path}`];
        if (next === undefined) return [`-${path}`];
        if (isProperties(old) && isProperties(next)) return pathsBetween(old, next, `${path}.`);
        return isDeepStrictEqual(reveal(old), reveal(next)) ? [] : [`~${path}`];
    });
}
