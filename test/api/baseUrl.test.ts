import fc from "fast-check";
import { createClient } from "../../src/api";
import { parseBaseUrl } from "../../src/api/client";

describe("a base address", () => {
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

    it.each([
        ["", "The base address is not a URL; it should look like https://HOST/v1."],
        ["api.example.com/v1", "The base address is not a URL; it should look like https://HOST/v1."],
        ["ftp://api.example.com/v1", "The base address must begin with https://, not with ftp:."],
        ["file:///v1", "The base address must begin with https://, not with file:."],
        [
            "https://api.example.com",
            "The base address must include the API's version, as in https://HOST/v1; https://api.example.com/ does not.",
        ],
        [
            "https://api.example.com/v1/../x",
            "The base address must include the API's version, as in https://HOST/v1; https://api.example.com/x does not.",
        ],
        [
            "https://v1.example.com/version1",
            "The base address must include the API's version, as in https://HOST/v1; https://v1.example.com/version1 does not.",
        ],
        [
            "https://api.example.com/v1?region=eu",
            "The base address must end with its path: https://api.example.com/v1 is followed by a query or a fragment.",
        ],
        [
            "https://api.example.com/v1#",
            "The base address must end with its path: https://api.example.com/v1 is followed by a query or a fragment.",
        ],
        [
            "https://me:secret@api.example.com/v1",
            "The base address must not contain a user name or a password; the API key is a separate setting.",
        ],
        [
            "http://api.example.com/v1",
            "The base address http://api.example.com/v1 would send the API key unencrypted. Use https://, or allow it explicitly with allowInsecureHttp.",
        ],
        [
            "http://127.0.0.1.example.com/v1",
            "The base address http://127.0.0.1.example.com/v1 would send the API key unencrypted. Use https://, or allow it explicitly with allowInsecureHttp.",
        ],
        [
            "http://localhost.example.com/v1",
            "The base address http://localhost.example.com/v1 would send the API key unencrypted. Use https://, or allow it explicitly with allowInsecureHttp.",
        ],
    ])("%s is refused", (text, message) => expect(() => parseBaseUrl(text)).toThrow(new TypeError(message)));

    it("may be plain http elsewhere where that is allowed", () => {
        const path = "/v1";
        expect(parseBaseUrl(`http://db.internal${path}`, { allowInsecureHttp: true })).toEqual({
            origin: "http://db.internal",
            path,
        });
        const options = { baseUrl: "http://db.internal/v1", apiKey: "k" };
        expect(() => createClient(options)).toThrow(TypeError);
        expect(() => createClient({ ...options, allowInsecureHttp: true })).not.toThrow();
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
