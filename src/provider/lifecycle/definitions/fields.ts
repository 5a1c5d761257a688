import { IPv4 } from "ipaddr.js";
import { z } from "zod";
import { idFault } from "../../api";
import { UserError } from "../errors";
import { quoted } from "../../../shared/visible";

/** Maximum length of a name. The contract has it for forks only; it is assumed for all names. */
const longestName = 128;
/** The contract has no limit for other texts; no id and no region is as long as this. */
const longestText = 256;

const control = /\p{Cc}/u;
const loneSurrogate = /\p{Cs}/u;

/** Why a text is invalid: the contract does not forbid it, but servers, terminals and URLs do not handle it. */
function textProblem(value: string): string | undefined {
    if (value === "") return "must not be empty";
    if (value.trim() === "") return "must not be only white space";
    if (control.test(value)) return "must not contain a control character, such as a line break";
    if (loneSurrogate.test(value)) return "must be well-formed Unicode";
    return undefined;
}

/** A string in which `problem` finds nothing wrong. The reasons never contain the value, which may be a secret. */
const checked = (problem: (value: string) => string | undefined) =>
    z.string().superRefine((value, context) => {
        const message = problem(value);
        if (message !== undefined) context.addIssue({ code: "custom", message });
    });

export const name = checked(
    (value) =>
        textProblem(value) ??
        (value.length > longestName ? `must be at most ${longestName} characters long` : undefined),
);

/** What stands before and after the hash in a generated name. */
export const NameAround = z.object({
    prefix: z.string(),
    /** Empty: nothing. */
    suffix: z.string(),
    /** What decides the name, beside the resource's own name: another subject is another resource. */
    subject: z.string().optional(),
});
export type NameAround = Readonly<z.infer<typeof NameAround>>;

/** A name in full; an empty hash leaves it out. */
export const nameWith = ({ prefix, suffix }: NameAround, hash: string): string =>
    [prefix.slice(0, longestName - hash.length - suffix.length - 2), hash, suffix]
        .filter((part) => part !== "")
        .join("-");

function wordProblem(value: string): string | undefined {
    const problem = textProblem(value);
    if (problem !== undefined) return problem;
    if (value !== value.trim()) return "must not begin or end with white space";
    return value.length > longestText ? `must be at most ${longestText} characters long` : undefined;
}

/** A code of the cloud or of the API: a region, an account. */
export const word = checked(wordProblem);

function idProblem(value: string): string | undefined {
    const problem = wordProblem(value);
    if (problem !== undefined) return problem;
    if (/\s/.test(value)) return "must be an id: it contains white space";
    return idFault(value);
}

/** For messages: `orders (svc-1)`, or the id alone where the API shows no name. */
export const labelOf = (shownName: string | undefined, ownId: string): string =>
    shownName === undefined ? ownId : `${shownName} (${ownId})`;

/** An id of the API, which becomes a segment of a path. */
export const id = checked(idProblem);

/** An id that consists of two. */
export const idPair = (what: string, form: string) =>
    checked((value) => {
        const parts = value.split("/");
        return parts.length === 2 && parts.every((part) => idProblem(part) === undefined)
            ? undefined
            : `must be the id of ${what}: ${form}`;
    });

/** A password. The contract has no rules; these characters work in no database and in no connection string. */
export const password = checked((value) => {
    if (value === "") return "must not be empty";
    if (value.includes("\0")) return "must not contain a NUL character";
    return loneSurrogate.test(value) ? "must be well-formed Unicode" : undefined;
});

/** Not `z.int`, which does not accept whole numbers beyond the safe integers, so that the message would be wrong. */
const wholeNumber = z
    .number()
    .refine(Number.isInteger, { error: "must be a whole number", abort: true })
    .max(Number.MAX_SAFE_INTEGER, "is too large");
export const wholeCount = wholeNumber.min(0, "must not be negative");
export const countFromOne = wholeNumber.min(1, "must be at least 1");

/** The API takes sizes as text: JavaScript must write the number without an exponent. */
const isDecimal = (value: number) => !String(value).includes("e");

export const amount = (unit: string) =>
    z
        .number()
        .positive(`must be more than 0 ${unit}`)
        .refine(isDecimal, `is no possible number of ${unit}: it is too large or too small`);
export const size = (unit: string) =>
    z.union([amount(unit), z.literal("shared")], {
        error: () => `must be a number of ${unit}, more than 0, or "shared"`,
    });

/** A list without duplicates. */
export const distinct = <Item extends z.ZodType>(item: Item) =>
    z.array(item).superRefine((values, context) => {
        for (const [index, value] of values.entries()) {
            if (values.indexOf(value) < index)
                context.addIssue({ code: "custom", path: [index], message: "is given twice" });
        }
    });

/** An IPv4 network in address/prefix notation without host bits. */
export const cidr = checked(cidrProblem);

function cidrProblem(value: string): string | undefined {
    // The library also takes prefixes with leading zeros.
    if (!IPv4.isValidCIDRFourPartDecimal(value) || /\/0\d/.test(value))
        return "must be an IPv4 network in address/prefix notation, such as 10.0.0.0/16";
    const [address, prefix] = IPv4.parseCIDR(value);
    const network = IPv4.networkAddressFromCIDR(value).toString();
    return address.toString() === network ? undefined : `has host bits set: the network is ${network}/${prefix}`;
}

/** Whether two IPv4 networks have an address in common. A record may have a text that is no network, which overlaps none. */
export function overlap(one: string, other: string): boolean {
    if (!IPv4.isValidCIDR(one) || !IPv4.isValidCIDR(other)) return false;
    const [[a, aPrefix], [b, bPrefix]] = [IPv4.parseCIDR(one), IPv4.parseCIDR(other)];
    return a.match(b, Math.min(aPrefix, bPrefix));
}

/** What a changed argument means: an update in place, a replacement, or nothing (it only matters at creation, or to the provider). */
export type Rule = "update" | "replace" | "keep";

/** One rule per argument: the compiler keeps the table complete; diff, the documentation and the tests read it. */
export type Rules<Args> = { readonly [Key in keyof Required<Args>]: Rule };

export const nameConflictPolicies = ["error", "ignore"] as const;

/** The schemas of the arguments that every resource takes. */
export const commonSchema = {
    projectId: id.optional(),
    profile: word.optional(),
    adopt: id.optional(),
    onNameConflict: z.enum(nameConflictPolicies).optional(),
};

export type CommonArgs = z.infer<z.ZodObject<typeof commonSchema>>;

export const commonRules = {
    projectId: "replace",
    profile: "update",
    adopt: "keep",
    onNameConflict: "keep",
} as const satisfies Rules<CommonArgs>;

/** The id of a child, which begins with its parent's. */
export const childId = (parent: string, own: string): string => `${parent}/${own}`;

/** The parent's part of a child's id and the API's own. @throws UserError if the id has not two parts: `get` takes any text. */
export function partsOf(id: string, form = "parentId/id"): readonly [parent: string, own: string] {
    const [parent, own, ...rest] = id.split("/");
    if (parent && own && rest.length === 0) return [parent, own];
    throw new UserError(`${quoted(id)} is not an id of the form ${form}.`);
}
