// Which runs a day's part has. All are in every part but what `RunName.isByTurns` says: refusals of reads, and deletions by somebody else.
import { createHash } from "node:crypto";
import type { RunName } from "./suite";

/** Number of parts of what goes by turns. */
const parts = 2;

const dayMs = 24 * 3_600_000;
/** The number of the day since 1970. */
export const today = (): string => String(Math.floor(Date.now() / dayMs));

const numberOf = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE();

/** @param day a number, or `all` */
export function dueOn(day: string): (run: RunName) => boolean {
    if (day === "all") return () => true;
    return ({ name, isByTurns }) => !isByTurns || numberOf(name) % parts === Number(day) % parts;
}

/** A part of everything, for several machines or days. @param part from 1 on */
export const partOf =
    (part: number, of: number) =>
    ({ name }: RunName): boolean =>
        numberOf(name) % of === part - 1;
