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
