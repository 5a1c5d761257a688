// Bad configuration: in the stack, in a profile, in the environment. The first check of any resource says so, and so the preview; no value
// is quoted but an address, and nothing is asked.
import { systemClock } from "../../src/clock";
import { startEmulator, type Emulator } from "../../src/emulator";
import { readSettings } from "../../src/config/settings";
import { silentLog } from "../../src/provider/engine";
import { Runtime } from "../../src/provider/runtime";

let emulator: Emulator;
beforeAll(async () => {
    emulator = await startEmulator({ timeScale: 0 });
});
afterAll(() => emulator.stop());

type Texts = Readonly<Record<string, string>>;
const secret = "planted-canary";

/** What the first check of a resource says; undefined: nothing. */
function complaint(config: Texts, environment: Texts = {}, profile?: string): string | undefined {
    const runtime = new Runtime(systemClock, silentLog, environment);
    const inStack = Object.keys(environment).length === 0 ? { baseUrl: emulator.url, apiKey: emulator.token } : {};
    const all: Readonly<Record<string, string | undefined>> = { ...inStack, ...config };
    runtime.configure((key) => all[key.replace(/^clouddb:/, "")]);
    try {
        runtime.connections.client(profile);
        return undefined;
    } catch (error) {
        expect((error as Error).message).not.toContain(secret);
        return (error as Error).message;
    }
}

const notValid = (path: string, reason: string) => `clouddb:${path} is not valid: ${reason}`;
const delimited = "must be an id: it contains one of / \\ ? # %, or is . or ..";
const badKey =
    "The API key contains a space, a line break or another character that is not visible ASCII. Check for characters that were copied with it.";
const noUrl = "The base address is not a URL; it should look like https://HOST/v1.";
const number = "must be a number greater than 0";
const baseUrl = "https://api.example.com/v1";
const noAddress =
    "The address of the API is not configured: `pulumi config set clouddb:baseUrl https://.../v1`, or CLOUDDB_BASE_URL in the environment.";
const noKey =
    "The API key is not configured: `pulumi config set --secret clouddb:apiKey`, or CLOUDDB_API_KEY in the environment.";

test.each<[Texts, string]>([
    [{ baseUrl: "" }, noAddress],
    [{ apiKey: "" }, noKey],
    [{ baseUrl: "", apiKey: "" }, `${noAddress} ${noKey}`],
    [{ apiKey: ` ${secret}` }, badKey],
    [{ apiKey: `${secret}\r\nX-Injected: 1` }, badKey],
    [{ baseUrl: secret }, noUrl],
    // The other addresses are in test/api/options.
    [{ projectId: "a/b" }, notValid("projectId", delimited)],
    [{ projectId: " p" }, notValid("projectId", "must not begin or end with white space")],
    [{ onNameConflict: secret }, notValid("onNameConflict", 'must be one of "error", "ignore"')],
    [{ maxConcurrency: secret }, notValid("maxConcurrency", number)],
    [{ maxConcurrency: "0" }, notValid("maxConcurrency", number)],
    [{ maxConcurrency: "1e3" }, notValid("maxConcurrency", number)],
    [{ maxConcurrency: "2.5" }, notValid("maxConcurrency", "must be a whole number")],
    [{ maxConcurrency: "99999999999" }, notValid("maxConcurrency", "must be at most 65535")],
    [{ requestTimeout: "-30" }, notValid("requestTimeout", number)],
    [{ requestTimeout: "30s" }, notValid("requestTimeout", number)],
    [{ requestTimeout: "3000000" }, notValid("requestTimeout", "must be at most 2147483 (seconds)")],
    [{ allowInsecureHttp: "yes" }, notValid("allowInsecureHttp", 'must be one of "true", "false"')],
    [
        { profiles: `{"blue": ${secret}` },
        "clouddb:profiles is not valid JSON: set its parts with `pulumi config set --secret --path 'clouddb:profiles.NAME.apiKey'`.",
    ],
    [
        { requestTimeout: secret, projectId: "a/b" },
        `${notValid("projectId", delimited)}; ${notValid("requestTimeout", number)}`,
    ],
])("%j", (config, message) => {
    expect(complaint(config)).toBe(message);
});

test.each<[unknown, string]>([
    [null, notValid("profiles", "must be an object")],
    [secret, notValid("profiles", "must be an object")],
    [{ blue: secret }, notValid("profiles.blue", "must be an object")],
    [{ blue: {} }, notValid("profiles.blue.apiKey", "is required")],
    [{ blue: { apiKey: "" } }, notValid("profiles.blue.apiKey", "must not be empty")],
    [{ blue: { apiKey: [secret] } }, notValid("profiles.blue.apiKey", "must be a string")],
    [{ blue: { apiKey: "k", baseUrl: 5 } }, notValid("profiles.blue.baseUrl", "must be a string")],
    [{ blue: { apiKey: "k", projectId: true } }, notValid("profiles.blue.projectId", "must be a string")],
    [{ blue: { apiKey: "k", projectId: "../p" } }, notValid("profiles.blue.projectId", delimited)],
    [
        { blue: { apikey: secret, apiKey: "k" } },
        notValid("profiles.blue.apikey", "is not an argument of this profile: did you mean apiKey?"),
    ],
    [{ "": { apiKey: "k" } }, notValid('profiles[""]', "must have a name")],
    [{ "a.b": 5 }, notValid('profiles["a.b"]', "must be an object")],
])("clouddb:profiles %j", (profiles, message) => {
    expect(complaint({ profiles: JSON.stringify(profiles) })).toBe(message);
});

test.each<[object, string]>([
    [{ apiKey: `${secret} ` }, badKey],
    [{ apiKey: "k", baseUrl: secret }, noUrl],
])("a profile that is used, %j", (blue, message) => {
    expect(complaint({ profiles: JSON.stringify({ blue }) }, {}, "blue")).toBe(message);
});

const unknownProfile = (name: string, others: string, path = `clouddb:profiles.${name}`) =>
    `There is no profile "${name}" (${others}). Add it with \`pulumi config set --secret --path '${path}.apiKey'\`.`;

test.each(["red", "Blue", "constructor", "__proto__", "toString", "", " ", "a/../b", "\u0000", "x".repeat(300)])(
    "the profile %j is not configured",
    (name) => {
        const said = complaint(
            { profiles: `{"blue": {"apiKey": "${secret}"}, "__proto__": {"apiKey": "k"}}` },
            {},
            name,
        );
        expect(said).toMatch(/^There is no profile ".*" \(there are blue\)\. Add it with `pulumi config set/);
    },
);

test.each([
    ["red", {}, unknownProfile("red", "none is configured")],
    ["red", { green: { apiKey: "k" }, blue: { apiKey: "k" } }, unknownProfile("red", "there are blue, green")],
    ["a.b", {}, unknownProfile("a.b", "none is configured", `clouddb:profiles["a.b"]`)],
    ["it's", {}, unknownProfile("it's", "none is configured", String.raw`clouddb:profiles["it'\''s"]`)],
])("how to add the profile %s, with %j", (name, profiles, message) => {
    expect(complaint({ profiles: JSON.stringify(profiles) }, {}, name)).toBe(message);
});

test("what a profile lacks is the stack's, and what both lack is told", () => {
    const profiles = JSON.stringify({ blue: { apiKey: "key" } });
    expect(complaint({ apiKey: "", profiles }, {}, "blue")).toBeUndefined();
    expect(complaint({ apiKey: "", profiles })).toBe(noKey);
    expect(complaint({ baseUrl: "", profiles }, {}, "blue")).toBe(noAddress);
});

test("a project's id may be all digits, which the CLI makes a number of", () => {
    const profiles = JSON.stringify({ blue: { apiKey: "key", projectId: 12 } });
    const settings = readSettings((key) => (key === "profiles" ? profiles : undefined), {});
    expect(settings.profiles["blue"]?.projectId).toBe("12");
});

test.each<[Texts, string]>([
    [{ CLOUDDB_API_KEY: `${secret}\n` }, badKey],
    [{ CLOUDDB_BASE_URL: secret }, noUrl],
    [{ CLOUDDB_PROJECT_ID: "a/b" }, notValid("projectId", delimited)],
])("the environment %j", (environment, message) => {
    const set = { CLOUDDB_API_KEY: emulator.token, CLOUDDB_BASE_URL: emulator.url };
    expect(complaint({}, { ...set, ...environment })).toBe(message);
});

test("the stack's configuration goes before the environment", () => {
    const environment = { CLOUDDB_API_KEY: "key", CLOUDDB_BASE_URL: baseUrl };
    expect(complaint({}, environment)).toBeUndefined();
    expect(complaint({ baseUrl: "https://api.example.com" }, environment)).toContain(
        "https://api.example.com/ does not",
    );
    expect(complaint({}, { ...environment, CLOUDDB_API_KEY: "" })).toBe(noKey);
});

test("none of this has asked the API for anything", () => {
    expect(complaint({})).toBeUndefined();
    expect(emulator.requests()).toEqual([]);
});
