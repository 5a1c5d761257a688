// Which runs a day's part has. Of the runs of one kind, which strike requests to one endpoint in the same way, a day has every sixteenth, and
// at least one. What is the only one of its kind in its scenario is played every fourth day: most kinds are in several scenarios.
import { createHash } from "node:crypto";
import type { RunName } from "./suite";

/** Number of parts of what is many of one kind. */
const parts = 16;

const dayMs = 24 * 3_600_000;
/** The number of the day since 1970. */
export const today = (): string => String(Math.floor(Date.now() / dayMs));

const numberOf = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE();

/** @param day a number, or `all` */
export function dueOn(day: string): (run: RunName) => boolean {
    if (day === "all") return () => true;
    return ({ name, nth, ofKind }) =>
        ofKind === 1
            ? numberOf(name) % 4 === Number(day) % 4
            : nth % Math.min(parts, ofKind) === Number(day) % Math.min(parts, ofKind);
}

/** A part of everything, for several machines or days. @param part from 1 on */
export const partOf =
    (part: number, of: number) =>
    ({ name }: RunName): boolean =>
        numberOf(name) % of === part - 1;
