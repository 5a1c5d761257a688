import fc from "fast-check";
import { retryAfterOf, retryPause } from "../../../src/provider/api/retry";
import {
    defaults,
    faultCode,
    faultText,
    longestTimeout,
    parseJson,
    type Outcome,
} from "../../../src/provider/api/transport";

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
        ["a reset after sending", failed("ECONNRESET", true), true, false, false],
        ["headers that take too long", failed("UND_ERR_HEADERS_TIMEOUT", true), true, false, false],
        ["a body that breaks off", failed("UND_ERR_SOCKET", true), true, false, false],
        ["a certificate nobody trusts", failed("DEPTH_ZERO_SELF_SIGNED_CERT", false), false, false, false],
        ["a certificate for another host", failed("ERR_TLS_CERT_ALTNAME_INVALID", false), false, false, false],
        ["no TLS at all", failed("ERR_SSL_WRONG_VERSION_NUMBER", false), false, false, false],
        ["an expired certificate", failed("CERT_HAS_EXPIRED", false), false, false, false],
        ["a certificate of one's own", failed("SELF_SIGNED_CERT_IN_CHAIN", false), false, false, false],
        ["a signature nobody can verify", failed("UNABLE_TO_VERIFY_LEAF_SIGNATURE", false), false, false, false],
        ["another protocol", failed("EPROTO", false), false, false, false],
        ["what is no HTTP", failed("HPE_INVALID_CONSTANT", true), false, false, false],
        ["an answer that ends too early", failed("HPE_INVALID_EOF_STATE", true), true, false, false],
        ["a name server that is busy", failed("EAI_AGAIN", false), true, true, true],
        ["a connection that takes too long", failed("ETIMEDOUT", false), true, true, true],
        ["a fault without a code", failed("", false), true, true, true],
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
        ["429", answer(429), true, false, false],
        ["500", answer(500), true, false, false],
        ["501", answer(501), true, false, false],
        ["502", answer(502), true, false, false],
        ["503", answer(503), true, false, false],
        ["504", answer(504), true, false, false],
        ["520", answer(520), true, false, false],
    ])("after %s", (_, outcome, get, remove, post) => {
        const methods = ["GET", "DELETE", "POST"] as const;
        expect(methods.map((method) => retried(method, outcome))).toEqual([get, remove, post]);
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

const now = Date.UTC(1994, 10, 6, 8, 49, 0);
const read = (header: string, headers = {}) => retryAfterOf({ "retry-after": header, ...headers }, now);

describe("Retry-After", () => {
    it.each([
        ["0", 0],
        ["7", 7_000],
        [" 120 ", 120_000],
        ["Sun, 06 Nov 1994 08:49:37 GMT", 37_000],
        ["Sunday, 06-Nov-94 08:49:37 GMT", 37_000],
        ["Sun, 06 Nov 1994 08:48:00 GMT", 0],
    ])("%s is read", (header, pause) => expect(read(header)).toBe(pause));

    it.each(["", "soon", "-3", "1.5", "1e3", "0x10", "Sun, nonsense GMT", "Sun, 06 Nov 1994 08:49:37 +0100"])(
        "%j says nothing",
        (header) => expect(read(header)).toBeUndefined(),
    );

    it.each([
        ["Sun, 06 Nov 1994 08:49:30 GMT", 7_000],
        ["Sunday, 06-Nov-94 08:49:30 GMT", 7_000],
        ["Sun, 06 Nov 1994 10:00:00 GMT", 0],
        ["yesterday", 37_000],
        ["", 37_000],
    ])("as a date counts from the answer's Date %j, where that is one", (date, pause) =>
        expect(read("Sun, 06 Nov 1994 08:49:37 GMT", { date })).toBe(pause),
    );

    it("is bounded", () => {
        expect(read("9".repeat(400))).toBe(longestTimeout);
        expect(read("Thu, 06 Nov 2094 08:49:37 GMT")).toBe(longestTimeout);
        expect(read("Sun, 06 Nov 1994 08:49:37 GMT", { date: "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(longestTimeout);
    });

    it("is never less than nothing, nor longer than a timer takes", () =>
        fc.assert(
            fc.property(fc.string(), fc.date({ noInvalidDate: true }), (text, date) => {
                for (const pause of [read(text), read(date.toUTCString()), read(text, { date: date.toUTCString() })]) {
                    expect(pause ?? 0).toBeGreaterThanOrEqual(0);
                    expect(pause ?? 0).toBeLessThanOrEqual(longestTimeout);
                }
            }),
        ));
});

const coded = (code: string, message = "") => Object.assign(new Error(message), { code });

describe("the words of a fault", () => {
    it.each<[unknown, string]>([
        [coded("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1"), "connect ECONNREFUSED 127.0.0.1:1"],
        [new AggregateError([coded("A", "to ::1"), coded("B", "to 127.0.0.1")]), "to ::1; to 127.0.0.1"],
        [coded("ECONNRESET"), "ECONNRESET"],
        [new TypeError(""), "TypeError"],
        ["a text that somebody threw", "the connection failed"],
        [undefined, "the connection failed"],
    ])("%p", (cause, text) => expect(faultText(cause)).toBe(text));
});

it("has no code where it is no error, or the code is no text", () => {
    expect(faultCode({ code: "ECONNRESET" })).toBe("");
    expect(faultCode(Object.assign(new Error(), { code: 7 }))).toBe("");
});
