import { faultCode, faultText, isPermanent } from "../../src/api/transport";

const coded = (code: string, message = "") => Object.assign(new Error(message), { code });

describe("the words of a fault", () => {
    it.each<[unknown, string]>([
        [coded("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1"), "connect ECONNREFUSED 127.0.0.1:1"],
        [
            new AggregateError([coded("A", "connect to ::1"), coded("B", "connect to 127.0.0.1")]),
            "connect to ::1; connect to 127.0.0.1",
        ],
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

it.each([
    ["CERT_HAS_EXPIRED", true],
    ["SELF_SIGNED_CERT_IN_CHAIN", true],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", true],
    ["EPROTO", true],
    ["HPE_INVALID_EOF_STATE", false],
    ["HPE_INVALID_CONSTANT", true],
    ["EAI_AGAIN", false],
    ["ETIMEDOUT", false],
    ["", false],
])("%s is for good: %p", (code, permanent) => expect(isPermanent(coded(code))).toBe(permanent));
