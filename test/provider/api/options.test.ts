// The options of a client, and which are refused.
import { inspect } from "node:util";
import fc from "fast-check";
import { createClient, type ClientOptions } from "../../../src/provider/api";
import { checkApiKey, parseBaseUrl } from "../../../src/provider/api/client";

describe("a base address", () => {
    const noVersion = (shown: string) =>
        `The base address must include the API's version, as in https://HOST/v1; ${shown} does not.`;
    const notTheEnd =
        "The base address must end with its path: https://api.example.com/v1 is followed by a query or a fragment.";
    const unencrypted = (shown: string) =>
        `The base address ${shown} would send the API key unencrypted. Use https://, or allow it explicitly: \`clouddb:allowInsecureHttp\`, or the client's option \`allowInsecureHttp\`.`;

    it.each([
        ["https://api.example.com/v1", "https://api.example.com", "/v1"],
        ["https://api.example.com/v1/", "https://api.example.com", "/v1"],
        ["https://api.example.com/v1///", "https://api.example.com", "/v1"],
        ["https://api.example.com:8443/public/api/v12", "https://api.example.com:8443", "/public/api/v12"],
        ["https://api.example.com/v1/cloud", "https://api.example.com", "/v1/cloud"],
        ["http://localhost:4010/v1", "http://localhost:4010", "/v1"],
        ["http://127.0.0.1:4010/v1", "http://127.0.0.1:4010", "/v1"],
        ["http://127.8.9.10/v1", "http://127.8.9.10", "/v1"],
        ["http://127.1/v1", "http://127.0.0.1", "/v1"],
        ["http://[::1]:4010/v1", "http://[::1]:4010", "/v1"],
    ])("%s is taken", (text, origin, path) => expect(parseBaseUrl(text)).toEqual({ origin, path }));

    it.each<readonly [string, string]>([
        ["", "The base address is not a URL; it should look like https://HOST/v1."],
        ["api.example.com/v1", "The base address is not a URL; it should look like https://HOST/v1."],
        ["ftp://api.example.com/v1", "The base address must begin with https://, not with ftp:."],
        ["file:///v1", "The base address must begin with https://, not with file:."],
        ["https://api.example.com", noVersion("https://api.example.com/")],
        ["https://api.example.com/v1/../x", noVersion("https://api.example.com/x")],
        ["https://v1.example.com/version1", noVersion("https://v1.example.com/version1")],
        ["https://api.example.com/v1?region=eu", notTheEnd],
        ["https://api.example.com/v1#", notTheEnd],
        [
            "https://me:secret@api.example.com/v1",
            "The base address must not contain a user name or a password; the API key is a separate setting.",
        ],
        ...["http://api.example.com/v1", "http://127.0.0.1.example.com/v1", "http://localhost.example.com/v1"].map(
            (address) => [address, unencrypted(address)] as const,
        ),
    ])("%s is refused", (text, message) => expect(() => parseBaseUrl(text)).toThrow(new TypeError(message)));

    it("may be plain http elsewhere where that is allowed", () => {
        const options = { baseUrl: "http://db.internal/v1", apiKey: "k" };
        expect(() => createClient(options)).toThrow(TypeError);
        expect(createClient({ ...options, allowInsecureHttp: true }).baseUrl).toBe(options.baseUrl);
    });

    it("never shows what may be a secret in it", () => {
        const secret = fc.stringMatching(/^[a-z0-9]{12}$/);
        fc.assert(
            fc.property(secret, fc.constantFrom("https", "http", "ftp", ""), (word, scheme) => {
                for (const text of [
                    `${scheme}://user:${word}@example.com/v1`,
                    `${scheme}://${word}@example.com/`,
                    `${scheme}://example.com/v1?key=${word}`,
                    `${scheme}://example.com/v1#${word}`,
                    word,
                ]) {
                    try {
                        parseBaseUrl(text);
                    } catch (error) {
                        expect(String((error as Error).stack)).not.toContain(word);
                    }
                }
            }),
        );
    });
});

const badKey =
    "The API key contains a space, a line break or another character that is not visible ASCII. " +
    "Check for characters that were copied with it.";

describe("an API key", () => {
    it("of visible characters is taken as it is", () =>
        fc.assert(fc.property(fc.stringMatching(/^[\x21-\x7e]+$/), (key) => checkApiKey(key) === key)));

    it("must not be empty", () => expect(() => checkApiKey("")).toThrow(new TypeError("The API key is empty.")));

    it.each(["abc\n", "a\r\nX-Other: 1", " abc", "Bearer abc", "a\u0000b", "schlüssel", "\ufeffabc"])(
        "must not be %j",
        (key) => expect(() => createClient({ baseUrl: "https://h/v1", apiKey: key })).toThrow(new TypeError(badKey)),
    );

    it("is not shown when it is refused", () => {
        try {
            checkApiKey("tell-nobody\n");
        } catch (error) {
            expect(inspect(error)).not.toContain("tell-nobody");
        }
        expect.assertions(1);
    });
});

it.each<[keyof ClientOptions, readonly number[], string]>([
    ["maxConcurrency", [0, 1.5, -1, Number.NaN, Infinity], "a whole number of at least 1"],
    ["requestTimeout", [0, -1, Number.NaN, Infinity, 2 ** 31], "a number of milliseconds above 0"],
])("%s must not be one of %j", (option, values, what) => {
    for (const value of values)
        expect(() => createClient({ baseUrl: "https://h/v1", apiKey: "k", [option]: value })).toThrow(
            new TypeError(`${option} must be ${what}, not ${value}.`),
        );
});
