import { createHash } from "node:crypto";
import { z } from "zod";
import type { NameAround } from "../fields";
import { isLeaving, timeOf } from "../records";

/**
 * The names of forks that exist only for a while. The API has no tags, so the name carries what a sweep needs: that the service is such a
 * fork, and when its time is over. `-ttl72h`: 72 hours after the service was created, which a record shows. `-until-20300131t1200z`: at
 * that minute, in UTC. Names of preview forks do not depend on the time of a deployment, since another name means another fork.
 */
const expiryForm = /-(?:ttl(\d{1,5})h|until-(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)z)$/i;
const markForms = { preview: /^preview-(.+)$/i, drill: /^drill-(.+)-[0-9a-f]{16}$/i } as const;

const hour = 60 * 60 * 1000;
const minute = 60 * 1000;

/** When a fork's time is over. */
export type Expiry = { readonly ttlHours: number } | { readonly expiresAt: string };

/** The longest parts of a name, which has at most 128 characters. */
const longestOwner = 36;
const longestBranch = 48;

/** The moment that a name says, in milliseconds since the epoch. Rounded up: a fork is never swept too early. */
export const expiryInName = (expiresAt: number): number => Math.ceil(expiresAt / minute) * minute;

/** What the name of a service for a branch begins and ends with: readable, valid, and different for different branches. */
export function forkNameAround(owner: string, branch: string, expiry: Expiry): NameAround {
    const [ownerPart, branchPart] = [slug(owner, longestOwner), slug(branch, longestBranch)];
    // Two branches may have the same readable form.
    const exact = ownerPart === owner && branchPart === branch;
    const parts = ["preview", ownerPart, branchPart, exact ? "" : digest(`${owner}\0${branch}`)];
    return {
        prefix: parts.filter((part) => part !== "").join("-"),
        suffix: suffix(expiry),
        subject: JSON.stringify([branch, suffix(expiry)]),
    };
}

/** The name of a restore drill's fork. `token`: 16 hexadecimal digits, made once for the drill, so that the name proves whose the fork is. */
export const drillName = (service: string, token: string, expiresAt: number): string =>
    ["drill", slug(service, longestOwner) || "service", token, suffix({ expiresAt: isoTime(expiresAt) })].join("-");

/** What the name of a fork says. */
export interface ForkMark {
    readonly kind: keyof typeof markForms;
    /** What it is for: component, branch and, in newer names, the hash of a preview fork, the service of a restore drill. */
    readonly subject: string;
    /** When its time is over, in milliseconds since the epoch. */
    readonly expiresAt: number;
}

/** Undefined if the name is none of this package's, or does not tell when the time is over. */
export function markOf(name: string | undefined, created: string | undefined): ForkMark | undefined {
    const expiry = name === undefined ? null : expiryForm.exec(name);
    if (name === undefined || expiry === null) return undefined;
    const [, ttl, year, month, day, hours, minutes] = expiry;
    const expiresAt =
        ttl === undefined
            ? timeOf(`${year}-${month}-${day}T${hours}:${minutes}:00Z`)
            : timeOf(created) + Number(ttl) * hour;
    if (Number.isNaN(expiresAt)) return undefined;
    const start = name.slice(0, expiry.index);
    for (const kind of ["preview", "drill"] as const) {
        const subject = markForms[kind].exec(start)?.[1];
        if (subject !== undefined) return { kind, subject, expiresAt };
    }
    return undefined;
}

interface ListedService {
    readonly name?: string | undefined;
    readonly created?: string | undefined;
    readonly status?: string | undefined;
    readonly forkedFrom?:
        { readonly serviceId?: string | undefined; readonly isStandby?: boolean | undefined } | undefined;
}

/** The mark of a service that the API shows to be a fork of another, and that is not being deleted. */
export const forkMarkOf = ({ name, created, status, forkedFrom }: ListedService): ForkMark | undefined =>
    forkedFrom?.serviceId === undefined || forkedFrom.isStandby === true || isLeaving(status)
        ? undefined
        : markOf(name, created);

function suffix(expiry: Expiry): string {
    if ("ttlHours" in expiry) return `ttl${expiry.ttlHours}h`;
    const at = isoTime(expiryInName(Date.parse(expiry.expiresAt)));
    return `until-${at.slice(0, 16).replace(/[-:]/g, "").toLowerCase()}z`;
}

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

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
