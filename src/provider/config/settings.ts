import { z } from "zod";
import { autoNames, idText, nameConflictPolicies, UserError } from "../lifecycle";
import { camelize } from "../api";
import { problemsOf } from "./problems";
import { isObject } from "../../shared/objects";
import { shellQuoted } from "../../shared/shellQuoted";
import { quoted } from "../../shared/visible";

/** The namespace in the stack's configuration. */
export const namespace = "clouddb";

/** A number greater than 0, as text. */
const positive = z
    .string()
    .refine((text) => /^\d+(\.\d+)?$/.test(text.trim()) && Number(text) > 0, "must be a number greater than 0")
    .transform(Number);
/** The maximum delay of `setTimeout`, in seconds. */
const maxTimeout = Math.floor((2 ** 31 - 1) / 1000);
/** The number of TCP ports. */
const maxConnections = 65_535;

const Profile = z.strictObject({
    apiKey: z.string().min(1),
    baseUrl: z.string().min(1).optional(),
    // `pulumi config set --path` stores digits as a number.
    projectId: z.preprocess((value) => (Number.isSafeInteger(value) ? String(value) : value), idText).optional(),
});

const Settings = z.object({
    apiKey: z.string().min(1).optional(),
    baseUrl: z.string().min(1).optional(),
    projectId: idText.optional(),
    profiles: z.record(z.string().min(1), Profile).default({}),
    onNameConflict: z.enum(nameConflictPolicies).default("error"),
    autoName: z.enum(autoNames).default("unique"),
    maxConcurrency: positive
        .refine(Number.isInteger, { error: "must be a whole number", abort: true })
        .refine((value) => value <= maxConnections, `must be at most ${maxConnections}`)
        .optional(),
    /** Deadline of a call in milliseconds, including retries. In the configuration it is in seconds. */
    requestTimeout: positive
        .refine((value) => value <= maxTimeout, `must be at most ${maxTimeout} (seconds)`)
        .transform((seconds) => seconds * 1000)
        .optional(),
    allowInsecureHttp: z
        .enum(["true", "false"])
        .transform((value) => value === "true")
        .optional(),
});

export type Settings = z.infer<typeof Settings>;

/** The keys of the stack's configuration, without the namespace. */
export const settingNames = Object.keys(Settings.shape);

const environmentNames: Readonly<Record<string, string>> = {
    apiKey: "CLOUDDB_API_KEY",
    baseUrl: "CLOUDDB_BASE_URL",
    projectId: "CLOUDDB_PROJECT_ID",
    allowInsecureHttp: "CLOUDDB_ALLOW_INSECURE_HTTP",
};

/** Reads each setting from the stack's configuration, or else from the environment. @throws UserError - without values: they may be secrets. */
export function readSettings(
    config: (key: string) => string | undefined,
    environment: Readonly<Record<string, string | undefined>>,
): Settings {
    const given = settingNames.flatMap((key) => {
        const value = config(key) ?? environment[environmentNames[key] ?? ""] ?? "";
        return value === "" ? [] : [[key, key === "profiles" ? parseProfiles(value) : value] as const];
    });
    const parsed = Settings.safeParse(Object.fromEntries(given), { reportInput: true });
    if (parsed.success) return parsed.data;
    const problems = parsed.error.issues
        .flatMap((issue) => problemsOf(issue, Settings, "profile"))
        .map(({ property, reason }) => `${namespace}:${property} is not valid: ${reason}`);
    throw new UserError(problems.join("; "));
}

function parseProfiles(text: string): unknown {
    try {
        const profiles: unknown = JSON.parse(text);
        // The SDK for Python passes on the names that the program has, such as `api_key`.
        if (!isObject(profiles)) return profiles;
        return Object.fromEntries(Object.entries(profiles).map(([name, profile]) => [name, camelize(profile)]));
    } catch {
        // The parser's message quotes the text, which contains API keys.
        throw new UserError(
            `${namespace}:profiles is not valid JSON: set its parts with \`pulumi config set --secret --path '${namespace}:profiles.NAME.apiKey'\`.`,
        );
    }
}

/** The path of a profile's API key in the configuration, in Pulumi's notation, as one word of a POSIX shell. */
function keyPath(profile: string): string {
    const step = /^[\w-]+$/.test(profile) ? `.${profile}` : `[${JSON.stringify(profile)}]`;
    return shellQuoted(`${namespace}:profiles${step}.apiKey`);
}

const noAddress = `The address of the API is not configured: \`pulumi config set ${namespace}:baseUrl https://.../v1\`, or CLOUDDB_BASE_URL in the environment.`;
const noKey = `The API key is not configured: \`pulumi config set --secret ${namespace}:apiKey\`, or CLOUDDB_API_KEY in the environment.`;

/** The settings of a profile. `profile` may be an argument that is not validated yet. */
export const profileIn = ({ profiles }: Settings, profile: unknown) =>
    typeof profile === "string" && Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;

/** The connection settings of a profile, or of the stack itself. @throws UserError - which says how to set what is missing. */
export function connectionOf(settings: Settings, profile: string | undefined) {
    const own = profileIn(settings, profile);
    if (profile !== undefined && own === undefined) {
        const names = Object.keys(settings.profiles);
        const existing = names.length === 0 ? "none is configured" : `there are ${names.sort().join(", ")}`;
        throw new UserError(
            `There is no profile ${quoted(profile)} (${existing}). Add it with \`pulumi config set --secret --path ${keyPath(profile)}\`.`,
        );
    }
    const apiKey = own?.apiKey ?? settings.apiKey;
    const baseUrl = own?.baseUrl ?? settings.baseUrl;
    if (baseUrl === undefined || apiKey === undefined)
        throw new UserError([baseUrl ? "" : noAddress, apiKey ? "" : noKey].filter(Boolean).join(" "));
    // The stack's project is no default for a profile, whose API key may not reach it.
    return { apiKey, baseUrl, projectId: (own ?? settings).projectId };
}
