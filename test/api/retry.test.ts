import fc from "fast-check";
import { defaults, type Outcome, parseJson } from "../../src/api/transport";
import { retryPause } from "../../src/api/retry";

const answer = (status: number, text = "[]"): Outcome => ({ status, headers: {}, text, json: parseJson(text) });
const failed = (code: string, sent: boolean): Outcome => ({ cause: Object.assign(new Error("x"), { code }), sent });

const retried = (method: "GET" | "POST" | "DELETE", outcome: Outcome, retryAfter?: number) =>
    retryPause({ method, outcome, retryAfter, count: 1 }, 0) !== undefined;

describe("the retry ladder", () => {
    //                                           GET    DELETE POST
    it.each<[string, Outcome, boolean, boolean, boolean]>([
        ["a refused connection", failed("ECONNREFUSED", false), true, true, true],
        ["an unknown host", failed("ENOTFOUND", false), true, true, true],
        ["a connect that takes too long", failed("UND_ERR_CONNECT_TIMEOUT", false), true, true, true],
        ["a reset after sending", failed("ECONNRESET", true), true, true, false],
        ["headers that take too long", failed("UND_ERR_HEADERS_TIMEOUT", true), true, true, false],
        ["a body that breaks off", failed("UND_ERR_SOCKET", true), true, true, false],
        ["a certificate nobody trusts", failed("DEPTH_ZERO_SELF_SIGNED_CERT", false), false, false, false],
        ["a certificate for another host", failed("ERR_TLS_CERT_ALTNAME_INVALID", false), false, false, false],
        ["no TLS at all", failed("ERR_SSL_WRONG_VERSION_NUMBER", false), false, false, false],
        ["what is no HTTP", failed("HPE_INVALID_CONSTANT", true), false, false, false],
        ["an answer too long", failed("UND_ERR_RES_EXCEEDED_MAX_SIZE", true), false, false, false],
        ["200", answer(200), false, false, false],
        ["200 without a body", answer(200, ""), true, false, false],
        ["204", answer(204, ""), true, false, false],
        ["200 with a page", answer(200, "<html>"), true, false, false],
        ["200 with half of a list", answer(200, '[{"id": "s1'), true, false, false],
        ["200 with other JSON than the contract's", answer(200, "7"), false, false, false],
        ["302", answer(302, ""), false, false, false],
        ["400", answer(400), false, false, false],
        ["401", answer(401), false, false, false],
        ["403", answer(403), false, false, false],
        ["404", answer(404), false, false, false],
        ["409", answer(409), false, false, false],
        ["423", answer(423), false, false, false],
        ["429", answer(429), true, true, false],
        ["500", answer(500), true, false, false],
        ["501", answer(501), true, false, false],
        ["502", answer(502), true, true, false],
        ["503", answer(503), true, true, false],
        ["504", answer(504), true, true, false],
        ["520", answer(520), true, false, false],
    ])("after %s", (_, outcome, get, remove, post) => {
        expect([retried("GET", outcome), retried("DELETE", outcome), retried("POST", outcome)]).toEqual([
            get,
            remove,
            post,
        ]);
    });

    it("never repeats a POST that may have reached the server, whatever the answer asks for", () =>
        fc.assert(
            fc.property(
                fc.string(),
                fc.integer({ min: 200, max: 599 }),
                fc.integer({ min: 1, max: 10 }),
                fc.option(fc.nat(), { nil: undefined }),
                (code, status, count, retryAfter) => {
                    for (const outcome of [failed(code, true), answer(status)]) {
                        expect(retryPause({ method: "POST", outcome, count, retryAfter }, 0.5)).toBeUndefined();
                    }
                },
            ),
        ));
});

describe("the pause before another attempt", () => {
    const after = (count: number, random: number, retryAfter?: number) =>
        retryPause({ method: "GET", outcome: answer(429), count, retryAfter }, random);

    it("doubles up to the longest, and half of it is chance", () => {
        const { firstPause, longestPause } = defaults;
        expect([1, 2, 3].map((count) => after(count, 1))).toEqual([firstPause, 2 * firstPause, 4 * firstPause]);
        expect([1, 2, 3].map((count) => after(count, 0))).toEqual([firstPause / 2, firstPause, 2 * firstPause]);
        expect(after(1_000, 1)).toBe(longestPause);
    });

    it("is not nothing where the server says 'now'", () => expect(after(1, 0, 0)).toBe(defaults.firstPause / 2));
});
