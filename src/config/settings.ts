import { z } from "zod";
import { idText, nameConflictPolicies, UserError } from "../lifecycle";
import { problemsOf } from "./problems";

/** The namespace of the stack's configuration. */
export const namespace = "clouddb";

/** A number above 0; the configuration holds it as text. */
const positive = z
    .string()
    .refine((text) => /^\d+(\.\d+)?$/.test(text.trim()), { error: "must be a number, more than 0", abort: true })
    .transform(Number)
    .refine((value) => value > 0, { error: "must be a number, more than 0", abort: true });
/** A timer takes no more milliseconds. */
const longestTimeout = Math.floor((2 ** 31 - 1) / 1000);
/** More connections than one machine has ports to a server. */
const mostConnections = 65_535;

const Profile = z.strictObject({
    apiKey: z.string().min(1),
    baseUrl: z.string().min(1).optional(),
    // `pulumi config set --path` makes a number of what looks like one.
    projectId: z.preprocess((value) => (Number.isSafeInteger(value) ? String(value) : value), idText).optional(),
});

const Settings = z.object({
    apiKey: z.string().min(1).optional(),
    baseUrl: z.string().min(1).optional(),
    projectId: idText.optional(),
    profiles: z.record(z.string().min(1), Profile).default({}),
    onNameConflict: z.enum(nameConflictPolicies).default("error"),
    maxConcurrency: positive
        .refine(Number.isInteger, { error: "must be a whole number", abort: true })
        .refine((value) => value <= mostConnections, `must be at most ${mostConnections}`)
        .optional(),
    /** Seconds that one call may take, with its retries. */
    requestTimeout: positive
        .refine((value) => value <= longestTimeout, `must be at most ${longestTimeout} (seconds)`)
        .optional(),
    allowInsecureHttp: z
        .enum(["true", "false"])
        .transform((value) => value === "true")
        .optional(),
});

export type Settings = z.infer<typeof Settings>;

/** What it takes to talk to the API, for one profile. */
export interface Connection {
    readonly apiKey: string;
    readonly baseUrl: string;
    readonly projectId: string | undefined;
    /** For messages. */
    readonly profile: string | undefined;
}

const environmentNames = {
    apiKey: "CLOUDDB_API_KEY",
    baseUrl: "CLOUDDB_BASE_URL",
    projectId: "CLOUDDB_PROJECT_ID",
} as const;

/** Reads the stack's configuration first, then the environment. Never quotes a value: most of them are secret. */
export function readSettings(
    config: (key: string) => string | undefined,
    environment: Readonly<Record<string, string | undefined>>,
): Settings {
    const keys = Object.keys(Settings.shape);
    const given = keys.map((key) => {
        const variable = (environmentNames as Readonly<Record<string, string>>)[key];
        return [key, config(key) ?? (variable === undefined ? undefined : environment[variable])] as const;
    });
    const raw = Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ""));
    const parsed = Settings.safeParse(
        { ...raw, ...(raw["profiles"] === undefined ? {} : { profiles: parseProfiles(raw["profiles"]) }) },
        { reportInput: true },
    );
    if (parsed.success) return parsed.data;
    const problems = parsed.error.issues
        .flatMap((issue) => problemsOf(issue, Settings, "profile"))
        .map(({ property, reason }) => `${namespace}:${property} is not valid: ${reason}`);
    throw new UserError(problems.join("; "));
}

function parseProfiles(text: string | undefined): unknown {
    try {
        return JSON.parse(text ?? "{}");
    } catch {
        // The parser's own words quote the text, and the text is full of keys.
        throw new UserError(
            `${namespace}:profiles is not valid JSON: set its parts with \`pulumi config set --secret --path '${namespace}:profiles.NAME.apiKey'\`.`,
        );
    }
}

/** Where a profile's key is in the configuration, in Pulumi's notation. */
const keyPath = (profile: string): string =>
    `${namespace}:profiles${/^[\w-]+$/.test(profile) ? `.${profile}` : `[${JSON.stringify(profile)}]`}.apiKey`;

const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What is needed to connect with a profile, or without one; says what is missing and how to set it. */
export function connectionOf(settings: Settings, profile: string | undefined): Connection {
    const own =
        profile !== undefined && Object.hasOwn(settings.profiles, profile) ? settings.profiles[profile] : undefined;
    if (profile !== undefined && own === undefined) {
        const names = Object.keys(settings.profiles);
        const there = names.length === 0 ? "none is configured" : `there are ${names.sort().join(", ")}`;
        throw new UserError(
            `There is no profile ${JSON.stringify(profile)} (${there}). Add it with \`pulumi config set --secret --path ${shellQuoted(keyPath(profile))}\`.`,
        );
    }
    const apiKey = own?.apiKey ?? settings.apiKey;
    const baseUrl = own?.baseUrl ?? settings.baseUrl;
    if (baseUrl === undefined) {
        throw new UserError(
            `The address of the API is not configured: \`pulumi config set ${namespace}:baseUrl https://.../v1\`, or ${environmentNames.baseUrl} in the environment.`,
        );
    }
    if (apiKey === undefined) {
        throw new UserError(
            `The API key is not configured: \`pulumi config set --secret ${namespace}:apiKey\`, or ${environmentNames.apiKey} in the environment.`,
        );
    }
    // A profile without a project of its own finds it by its key: the stack's project may be another one's.
    return { apiKey, baseUrl, profile, projectId: own === undefined ? settings.projectId : own.projectId };
}
