// Missing or invalid configuration is reported by the first check, in the preview, with these messages.
import { systemClock } from "../../src/clock";
import { silentLog } from "../../src/provider/log";
import { Runtime } from "../../src/provider/runtime";
import { readSettings } from "../../src/config/settings";

type Settings = Readonly<Record<string, string>>;

/** What the first check of a resource says of a configuration; undefined: nothing. */
function complaint(config: Settings, environment: Settings = {}, profile?: string): string | undefined {
    const runtime = new Runtime(systemClock, silentLog, environment);
    const texts: Readonly<Record<string, string | undefined>> = config;
    runtime.configure((key) => texts[key.replace(/^clouddb:/, "")]);
    try {
        runtime.assertConfigured(profile);
        return undefined;
    } catch (error) {
        return (error as Error).message;
    }
}

const baseUrl = "https://api.example.com/v1";
const good = { baseUrl, apiKey: "key" };
const profiles = (value: unknown) => ({ ...good, profiles: JSON.stringify(value) });

const noAddress =
    "The address of the API is not configured: `pulumi config set clouddb:baseUrl https://.../v1`, or CLOUDDB_BASE_URL in the environment.";
const noKey =
    "The API key is not configured: `pulumi config set --secret clouddb:apiKey`, or CLOUDDB_API_KEY in the environment.";

test.each<[string, Settings, string]>([
    ["no address", { apiKey: "key" }, noAddress],
    ["an empty address", { ...good, baseUrl: "" }, noAddress],
    ["no key", { baseUrl }, noKey],
    ["nothing at all: both, to be set at once", {}, `${noAddress} ${noKey}`],
    [
        "an address without a version",
        { ...good, baseUrl: "https://api.example.com" },
        "The base address must include the API's version, as in https://HOST/v1; https://api.example.com/ does not.",
    ],
    [
        "an address that is none",
        { ...good, baseUrl: "api.example.com/v1" },
        "The base address is not a URL; it should look like https://HOST/v1.",
    ],
    [
        "an address that would send the key in the clear",
        { ...good, baseUrl: "http://api.example.com/v1" },
        "The base address http://api.example.com/v1 would send the API key unencrypted. Use https://, or allow it explicitly with allowInsecureHttp.",
    ],
    [
        "a key with a line break",
        { ...good, apiKey: "key\nplanted" },
        "The API key contains a space, a line break or another character that is not visible ASCII. Check for characters that were copied with it.",
    ],
    [
        "an unknown policy",
        { ...good, onNameConflict: "planted" },
        'clouddb:onNameConflict is not valid: must be one of "error", "ignore"',
    ],
    [
        "a concurrency that is no number",
        { ...good, maxConcurrency: "planted" },
        "clouddb:maxConcurrency is not valid: must be a number greater than 0",
    ],
    [
        "no concurrency",
        { ...good, maxConcurrency: "0" },
        "clouddb:maxConcurrency is not valid: must be a number greater than 0",
    ],
    [
        "half a request at a time",
        { ...good, maxConcurrency: "1.5" },
        "clouddb:maxConcurrency is not valid: must be a whole number",
    ],
    [
        "no time at all",
        { ...good, requestTimeout: "-1" },
        "clouddb:requestTimeout is not valid: must be a number greater than 0",
    ],
    [
        "a permission that is neither yes nor no",
        { ...good, allowInsecureHttp: "planted" },
        'clouddb:allowInsecureHttp is not valid: must be one of "true", "false"',
    ],
    [
        "profiles that are no JSON",
        { ...good, profiles: '{"blue": planted' },
        "clouddb:profiles is not valid JSON: set its parts with `pulumi config set --secret --path 'clouddb:profiles.NAME.apiKey'`.",
    ],
    [
        "a profile with a project that is none",
        profiles({ blue: { apiKey: "key", projectId: true } }),
        "clouddb:profiles.blue.projectId is not valid: must be a string",
    ],
    ["profiles that are no object", profiles(["planted"]), "clouddb:profiles is not valid: must be an object"],
    [
        "a profile that is only a key",
        profiles({ blue: "planted" }),
        "clouddb:profiles.blue is not valid: must be an object",
    ],
    ["a profile without a key", profiles({ blue: {} }), "clouddb:profiles.blue.apiKey is not valid: is required"],
    [
        "a profile with an empty key",
        profiles({ blue: { apiKey: "" } }),
        "clouddb:profiles.blue.apiKey is not valid: must not be empty",
    ],
    [
        "a profile with a slip of the pen",
        profiles({ blue: { apiKey: "key", baseURL: "planted" } }),
        "clouddb:profiles.blue.baseURL is not valid: is not an argument of this profile: did you mean baseUrl?",
    ],
    [
        "several at once",
        { ...good, requestTimeout: "soon", onNameConflict: "planted" },
        'clouddb:onNameConflict is not valid: must be one of "error", "ignore"; clouddb:requestTimeout is not valid: must be a number greater than 0',
    ],
])("%s", (_, config, message) => {
    expect(complaint(config)).toBe(message);
});

test("what a profile lacks is the stack's, and what both lack is told", () => {
    const config = { baseUrl, profiles: JSON.stringify({ blue: { apiKey: "key" } }) };
    expect(complaint(config, {}, "blue")).toBeUndefined();
    expect(complaint(config)).toBe(noKey);
    expect(complaint({ profiles: config.profiles }, {}, "blue")).toBe(noAddress);
});

test("a profile that is not there names those that are, and how to add it", () => {
    const add = "Add it with `pulumi config set --secret --path 'clouddb:profiles.red.apiKey'`.";
    expect(complaint(good, {}, "red")).toBe(`There is no profile "red" (none is configured). ${add}`);
    const two = profiles({ green: { apiKey: "planted" }, blue: { apiKey: "planted" } });
    expect(complaint(two, {}, "red")).toBe(`There is no profile "red" (there are blue, green). ${add}`);
});

test("the stack's configuration goes before the environment", () => {
    const environment = { CLOUDDB_API_KEY: "key", CLOUDDB_BASE_URL: baseUrl };
    expect(complaint({}, environment)).toBeUndefined();
    expect(complaint({ baseUrl: "https://api.example.com" }, environment)).toContain(
        "https://api.example.com/ does not",
    );
    expect(complaint({}, { ...environment, CLOUDDB_API_KEY: "" })).toBe(noKey);
});

test("nothing that was configured is ever quoted but an address", () => {
    for (const key of [
        "apiKey",
        "onNameConflict",
        "maxConcurrency",
        "requestTimeout",
        "allowInsecureHttp",
        "profiles",
    ]) {
        expect(complaint({ ...good, [key]: "planted secret" })).not.toContain("planted");
    }
});

test.each(["constructor", "toString", "__proto__"])("%s is no profile unless it is configured", (name) => {
    const config = { ...good, profiles: '{"blue": {"apiKey": "key"}, "__proto__": {"apiKey": "key"}}' };
    expect(complaint(config, {}, name)).toBe(
        `There is no profile "${name}" (there are blue). Add it with \`pulumi config set --secret --path 'clouddb:profiles.${name}.apiKey'\`.`,
    );
});

test.each([
    ["a.b", `'clouddb:profiles["a.b"].apiKey'`],
    ["it's", String.raw`'clouddb:profiles["it'\''s"].apiKey'`],
])("the hint for the profile %s is one that a shell and Pulumi understand", (name, path) => {
    expect(complaint(good, {}, name)).toContain(`--path ${path}\`.`);
});

test("a project's id may be all digits, which the CLI makes a number of", () => {
    const config = { ...good, profiles: JSON.stringify({ blue: { apiKey: "key", projectId: 12 } }) };
    const { profiles } = readSettings((key) => (config as Settings)[key], {});
    expect(profiles["blue"]?.projectId).toBe("12");
});
