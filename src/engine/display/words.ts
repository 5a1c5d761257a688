import type { Op } from "../plan/step";
import type { Colour } from "./style";

/** Verbs for a step. */
export interface Words {
    symbol: string;
    colour: Colour;
    /** In a preview. */
    planned: string;
    doing: string;
    done: string;
}

const create: Words = { symbol: "+", colour: "green", planned: "create", doing: "creating", done: "created" };
const update: Words = { symbol: "~", colour: "yellow", planned: "update", doing: "updating", done: "updated" };
const remove: Words = { symbol: "-", colour: "red", planned: "delete", doing: "deleting", done: "deleted" };
const replace: Words = { symbol: "±", colour: "magenta", planned: "replace", doing: "replacing", done: "replaced" };
const read: Words = { symbol: ">", colour: "cyan", planned: "read", doing: "reading", done: "read" };
const refresh: Words = { symbol: "~", colour: "yellow", planned: "refresh", doing: "refreshing", done: "refreshed" };
const same: Words = { symbol: " ", colour: "dim", planned: "unchanged", doing: "checking", done: "unchanged" };
const forget: Words = { symbol: "<", colour: "cyan", planned: "forget", doing: "forgetting", done: "forgotten" };

export const words: Record<Op, Words> = {
    same,
    create,
    update,
    delete: remove,
    replace,
    read,
    refresh,
    "create-replacement": {
        ...replace,
        planned: "create replacement",
        doing: "creating replacement",
        done: "created replacement",
    },
    "delete-replaced": { ...replace, planned: "delete original", doing: "deleting original", done: "deleted original" },
    "read-replacement": {
        ...replace,
        planned: "read replacement",
        doing: "reading replacement",
        done: "read replacement",
    },
    discard: forget,
    "discard-replaced": forget,
    "remove-pending-replace": remove,
};

export type Finding = "same" | "update" | "delete";

/** Verbs for the result of a refresh. */
export const found: Record<Finding, Words> = {
    same,
    update: { ...update, planned: "changed", done: "changed" },
    delete: { ...remove, planned: "gone", done: "gone" },
};
