// Which runs a day's part has: every sixteenth, so that sixteen days play all of them.
import { createHash } from "node:crypto";
import type { Choice } from "./suite";

const parts = 16;

const dayMs = 24 * 3_600_000;
/** The number of the day since 1970. */
export const today = (): string => String(Math.floor(Date.now() / dayMs));

const numberOf = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE();

/** @param day a number, or `all` */
export function dueOn(day: string): Choice {
    return day === "all" ? () => true : partOf((Number(day) % parts) + 1, parts);
}

/** A part of everything, for several machines or days. @param part from 1 on */
export const partOf =
    (part: number, of: number): Choice =>
    (name) =>
        numberOf(name) % of === part - 1;
