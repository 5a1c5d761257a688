import { createHash } from "node:crypto";
import { z } from "zod";

/**
 * The name of a preview fork. The API has no tags, so the name carries what a sweep needs: that the service is a preview fork, and when
 * its time is over. `-ttl72h`: 72 hours after the service was created, which a record shows. `-until-20300131t1200z`: at that minute, in
 * UTC. Names do not depend on the time of a deployment, since another name means another fork.
 */
const nameForm = /^preview-.+-(?:ttl(\d{1,5})h|until-(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)z)$/i;

const hour = 60 * 60 * 1000;
const minute = 60 * 1000;

/** When a fork's time is over. */
export type Expiry = { readonly ttlHours: number } | { readonly expiresAt: string };

/** The longest parts of a name, which has at most 128 characters. */
const longestOwner = 36;
const longestBranch = 48;

/** A service name for a branch: readable, valid, and different for different branches. */
export function forkName(owner: string, branch: string, expiry: Expiry): string {
    const [ownerPart, branchPart] = [slug(owner, longestOwner), slug(branch, longestBranch)];
    // Two branches may have the same readable form.
    const exact = ownerPart === owner && branchPart === branch;
    const parts = ["preview", ownerPart, branchPart, exact ? "" : digest(`${owner}\0${branch}`), suffix(expiry)];
    return parts.filter((part) => part !== "").join("-");
}

/** When the time of a service is over, in milliseconds since the epoch. Undefined if its name is not that of a preview fork. */
export function expiryOf(name: string, created: string | undefined): number | undefined {
    const match = nameForm.exec(name);
    if (match === null) return undefined;
    const [, ttl, year, month, day, hours, minutes] = match;
    const at =
        ttl === undefined
            ? Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:00Z`)
            : Date.parse(created ?? "") + Number(ttl) * hour;
    return Number.isNaN(at) ? undefined : at;
}

function suffix(expiry: Expiry): string {
    if ("ttlHours" in expiry) return `ttl${expiry.ttlHours}h`;
    // Rounded up: a fork is never swept too early.
    const at = new Date(Math.ceil(Date.parse(expiry.expiresAt) / minute) * minute).toISOString();
    return `until-${at.slice(0, 16).replace(/[-:]/g, "").toLowerCase()}z`;
}

const slug = (text: string, longest: number): string =>
    text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .slice(0, longest)
        .replace(/^-+|-+$/g, "");

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 6);

/** What is wrong with a value that has to be an RFC 3339 timestamp. */
export const momentProblem = (value: unknown): string | undefined =>
    z.iso.datetime({ offset: true }).safeParse(value).success
        ? undefined
        : "must be an RFC 3339 timestamp, such as 2030-01-31T12:00:00Z";
