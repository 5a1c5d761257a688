// Bad configuration: in the stack, in a profile, in the environment. The first check of any resource says so, and so the preview; no value
// is quoted but an address, and nothing is asked.
import { systemClock } from "../../src/shared/clock";
import { startEmulator, type Emulator } from "../../src/emulator";
import { readSettings } from "../../src/provider/config/settings";
import { silentLog } from "../../src/provider/dynamic/engineConnection";
import { ProviderRuntime } from "../../src/provider/dynamic/providerRuntime";

let emulator: Emulator;
beforeAll(async () => {
    emulator = await startEmulator({ timeScale: 0 });
});
afterAll(() => emulator.stop());

type Texts = Readonly<Record<string, string>>;
const secret = "planted-canary";

interface Beside {
    /** In place of the address and the key in the stack's configuration. */
    readonly environment?: Texts;
    /** The profile of the resource. */
    readonly profile?: string;
}

/** What the first check of a resource says; undefined: nothing. A value that is no text is set as JSON. */
function complaint(config: object, { environment, profile }: Beside = {}): string | undefined {
    const runtime = new ProviderRuntime(systemClock, silentLog, environment ?? {});
    const inStack = environment ? {} : { baseUrl: emulator.url, apiKey: emulator.token };
    const all = new Map<string, unknown>(Object.entries({ ...inStack, ...config }));
    runtime.configure((key) => {
        const value = all.get(key.replace(/^clouddb:/, ""));
        return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
    });
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

const environment = { CLOUDDB_API_KEY: "key", CLOUDDB_BASE_URL: baseUrl };
const used = { profile: "blue" };
const unknownProfile = (name: string, others: string, path = `clouddb:profiles.${name}`) =>
    `There is no profile "${name}" (${others}). Add it with \`pulumi config set --secret --path '${path}.apiKey'\`.`;

test.each<[config: object, message: string, beside?: Beside]>([
    [{ baseUrl: "" }, noAddress],
    [{ apiKey: "" }, noKey],
    [{ baseUrl: "", apiKey: "" }, `${noAddress} ${noKey}`],
    [{ apiKey: ` ${secret}` }, badKey],
    [{ apiKey: `${secret}\r\nX-Injected: 1` }, badKey],
    [{ baseUrl: secret }, noUrl],
    // The other addresses are in test/provider/api/options.
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
    [{ profiles: null }, notValid("profiles", "must be an object")],
    [{ profiles: JSON.stringify(secret) }, notValid("profiles", "must be an object")],
    [{ profiles: { blue: secret } }, notValid("profiles.blue", "must be an object")],
    [{ profiles: { blue: {} } }, notValid("profiles.blue.apiKey", "is required")],
    [{ profiles: { blue: { apiKey: "" } } }, notValid("profiles.blue.apiKey", "must not be empty")],
    [{ profiles: { blue: { apiKey: [secret] } } }, notValid("profiles.blue.apiKey", "must be a string")],
    [{ profiles: { blue: { apiKey: "k", baseUrl: 5 } } }, notValid("profiles.blue.baseUrl", "must be a string")],
    [{ profiles: { blue: { apiKey: "k", projectId: true } } }, notValid("profiles.blue.projectId", "must be a string")],
    [{ profiles: { blue: { apiKey: "k", projectId: "../p" } } }, notValid("profiles.blue.projectId", delimited)],
    [
        { profiles: { blue: { apikey: secret, apiKey: "k" } } },
        notValid("profiles.blue.apikey", "is not an argument of this profile: did you mean apiKey?"),
    ],
    [{ profiles: { "": { apiKey: "k" } } }, notValid('profiles[""]', "must have a name")],
    [{ profiles: { "a.b": 5 } }, notValid('profiles["a.b"]', "must be an object")],
    [{ profiles: { blue: { apiKey: `${secret} ` } } }, badKey, used],
    [{ profiles: { blue: { apiKey: "k", baseUrl: secret } } }, noUrl, used],
    [{ profiles: {} }, unknownProfile("red", "none is configured"), { profile: "red" }],
    [
        { profiles: { green: { apiKey: "k" }, blue: { apiKey: "k" } } },
        unknownProfile("red", "there are blue, green"),
        { profile: "red" },
    ],
    [{}, unknownProfile("a.b", "none is configured", `clouddb:profiles["a.b"]`), { profile: "a.b" }],
    [{}, unknownProfile("it's", "none is configured", String.raw`clouddb:profiles["it'\''s"]`), { profile: "it's" }],
    [{}, badKey, { environment: { ...environment, CLOUDDB_API_KEY: `${secret}\n` } }],
    [{}, noUrl, { environment: { ...environment, CLOUDDB_BASE_URL: secret } }],
    [{}, notValid("projectId", delimited), { environment: { ...environment, CLOUDDB_PROJECT_ID: "a/b" } }],
    [
        {},
        notValid("allowInsecureHttp", 'must be one of "true", "false"'),
        { environment: { ...environment, CLOUDDB_ALLOW_INSECURE_HTTP: "1" } },
    ],
    // The stack's configuration goes before the environment.
    [{}, noKey, { environment: { ...environment, CLOUDDB_API_KEY: "" } }],
    [{ apiKey: ` ${secret}` }, badKey, { environment }],
])("%j", (config, message, ...[beside]) => {
    // A third parameter would be Jest's `done` where a row has only two values.
    expect(complaint(config, beside)).toBe(message);
});

test.each(["red", "Blue", "constructor", "__proto__", "toString", "", " ", "a/../b", "\u0000", "x".repeat(300)])(
    "the profile %j is not configured",
    (name) => {
        const profiles = `{"blue": {"apiKey": "${secret}"}, "__proto__": {"apiKey": "k"}}`;
        expect(complaint({ profiles }, { profile: name })).toMatch(
            /^There is no profile ".*" \(there are blue\)\. Add it with `pulumi config set/,
        );
    },
);

test("what a profile lacks is the stack's, and what both lack is told", () => {
    const profiles = { blue: { apiKey: "key" } };
    expect(complaint({ apiKey: "", profiles }, used)).toBeUndefined();
    expect(complaint({ apiKey: "", profiles })).toBe(noKey);
    expect(complaint({ baseUrl: "", profiles }, used)).toBe(noAddress);
});

test("a project's id may be all digits, which the CLI makes a number of", () => {
    const profiles = JSON.stringify({ blue: { apiKey: "key", projectId: 12 } });
    const settings = readSettings((key) => (key === "profiles" ? profiles : undefined), {});
    expect(settings.profiles["blue"]?.projectId).toBe("12");
});

test("none of this has asked the API for anything", () => {
    expect([complaint({}), complaint({}, { environment })]).toEqual([undefined, undefined]);
    expect(emulator.requests()).toEqual([]);
});
