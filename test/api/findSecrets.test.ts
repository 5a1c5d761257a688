// Secrets are found in any escaped form, at a cost that depends only on the text.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { Base64Index } from "../../src/api/base64";
import { findSecrets } from "../../src/api/findSecrets";
import { createRedactor } from "../../src/api/redact";
import { emptyTree, addSecret } from "../../src/api/secretTree";
import { password, secretPatterns, wellFormed } from "./secretPatterns";
import { apiKey } from "./support";

const oneOf = (characters: string) => fc.constantFrom(...Array.from(characters));

describe("a secret in the hands of several", () => {
    const encoders = {
        json: (text: string) => JSON.stringify(text).slice(1, -1),
        url: encodeURIComponent,
        html: (text: string) =>
            text.replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? "&#39;"),
    };
    const someEncoders = fc.array(fc.constantFrom(...Object.values(encoders)), { maxLength: 5 });
    /** Where escapes are, there is more to get wrong. */
    const hardPassword = fc
        .string({ unit: oneOf("\\%&;\"'<+ 25u0041nampx#/é\u{1f511}"), minLength: 1, maxLength: 12 })
        .filter((text) => !text.includes("*"));
    const redactorOf = (...secrets: readonly string[]) => {
        const redactor = createRedactor(apiKey);
        for (const secret of secrets) redactor.learn({ password: secret });
        return redactor;
    };

    it("is found in JSON in a URL in HTML ..., in any order", () =>
        fc.assert(
            fc.property(
                fc.oneof(password.filter(wellFormed), hardPassword),
                someEncoders,
                // An escape that begins before a secret and ends in it, or the other way round, hides it behind several
                // encodings.
                fc.string().filter((text) => !/[\\%&][\w#;]*$/.test(text)),
                fc.string().filter((text) => !/^[\w#;]/.test(text)),
                (secret, encode, before, after) => {
                    const spelt = encode.reduce((text, one) => one(text), secret);
                    const whole = encode.reduce((text, one) => one(text), `${before}${secret}${after}`);
                    const redactor = redactorOf(secret);
                    expect(redactor.redact(`${before}${spelt}${after}`)).not.toContain(spelt);
                    const shown = redactor.redact(whole);
                    if (!`${before}${after}`.includes(secret)) expect(whole === shown).toBe(false);
                },
            ),
            { numRuns: 500 },
        ));

    it.each([
        ["two backslashes beside an escape of its own, in a URL", "%41\\\\b", "%41%5C%5Cb"],
        ["a backslash before what JSON escapes", "%41\\\n", "%41\\\\\\n"],
        ["both halves of a character in JSON in JSON", "\u{1f511}%41", "\\\\ud83d\\\\udd11%41"],
        ["JSON deep in URLs", 'x"y', `x%${"25".repeat(40)}5C%${"25".repeat(40)}22y`],
        ["JSON deep in HTML", 'x"y', `x\\&${"amp;".repeat(40)}quot;y`],
    ])("is found with %s", (_, secret, spelt) => expect(redactorOf(secret).redact(`<${spelt}>`)).toBe("<***>"));

    it("is found with each character spelt in a way of its own", () => {
        const encode = fc.constantFrom(
            ...Object.values(secretPatterns).filter((one) => one !== secretPatterns["in a form"]),
        );
        fc.assert(
            fc.property(
                fc.oneof(password.filter(wellFormed), hardPassword),
                fc.array(encode, { minLength: 40, maxLength: 40 }),
                (secret, ways) => {
                    const spelt = Array.from(secret, (character, i) => ways[i]!(character)).join("");
                    expect(redactorOf(secret).redact(`<${spelt}>`)).not.toContain(spelt);
                },
            ),
            { numRuns: 500 },
        );
    });

    it("is found whatever stands before and behind it", () => {
        const part = fc.string({ unit: oneOf("\\%&;u0041n25ampx#"), maxLength: 8 });
        fc.assert(
            fc.property(hardPassword, part, part, (secret, before, after) => {
                expect(redactorOf(secret).redact(before + secret + after)).not.toContain(secret);
            }),
            { numRuns: 1_000 },
        );
    });

    it("is found beside and in others", () =>
        fc.assert(
            fc.property(
                fc.array(password, { minLength: 1, maxLength: 20 }),
                fc.infiniteStream(fc.nat()),
                (all, picks) => {
                    const text = Array.from({ length: 5 }, () => all[picks.next().value! % all.length]).join("");
                    expect(redactorOf(...all).redact(text)).toBe("***");
                },
            ),
        ));

    it("is not told in part where the text is cut off", () => {
        const plain = fc.string({ unit: oneOf("bcdghijk-=ABC"), minLength: 2, maxLength: 40 });
        fc.assert(
            fc.property(
                plain,
                fc.array(fc.constantFrom(...Object.values(secretPatterns)), { minLength: 40, maxLength: 40 }),
                fc.integer({ min: 1 }),
                (secret, ways, random) => {
                    const [first, ...others] = Array.from(secret, (character, i) => ways[i]!(character));
                    const [least, most] = [first!.length, [first, ...others].join("").length];
                    const cut = least + (random % (most - least + 1));
                    const text = `7, 7: ${first}${others.join("")}`.slice(0, 6 + cut);
                    expect(redactorOf(secret).redact(text, true)).toBe("7, 7: ***");
                },
            ),
            { numRuns: 500 },
        );
    });

    it("is not told in part where base64 is cut off", () =>
        fc.assert(
            fc.property(
                password.filter((secret) => Buffer.byteLength(secret) >= 8),
                fc.string(),
                (secret, before) => {
                    const encoded = Buffer.from(before + secret).toString("base64url");
                    for (let cut = 0; cut < encoded.length; cut++) {
                        const shown = redactorOf(secret)
                            .redact(`7 ${encoded.slice(0, cut)}`, true)
                            .slice(2);
                        expect(Buffer.from(shown, "base64url").length).toBeLessThan(Buffer.byteLength(before) + 3);
                    }
                },
            ),
            { numRuns: 20 },
        ));
});

describe("what it costs to look", () => {
    const secrets = Array.from(
        { length: 1_000 },
        (_, i) => `\\"%25&amp;${createHash("sha256").update(`${i}`).digest("base64")}`,
    );
    const treeOf = (all: readonly string[]) => {
        const found = { tree: emptyTree(), base64: new Base64Index() };
        for (const secret of all) {
            addSecret(found.tree, secret);
            found.base64.add(secret);
        }
        return found;
    };
    const [one, many] = [treeOf(secrets.slice(0, 1)), treeOf(secrets)];
    const size = 65_536;

    it.each([
        "plain words ",
        "\\",
        "%",
        "%25",
        "%2525252525252525",
        "&",
        "&amp;",
        "&#",
        "\\u",
        "\\ud83d",
        "\\u005c",
        "%5C",
        "%E2%82",
        "Zm9v",
        "%5C%22&#x5c;",
        "\\\\\\\\%2525&amp;amp;",
        secrets[0]!.slice(0, 12),
    ])("grows with the text alone, in a text of %j", (piece) => {
        const text = piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
        const { steps } = findSecrets(text, many);
        expect(steps).toBeLessThan(25 * size);
        expect(steps).toBeLessThan(2.2 * findSecrets(text.slice(0, size / 2), many).steps + size);
        expect(steps).toBe(findSecrets(text, one).steps);
    });

    it.each([
        ["percent signs", `%${"25".repeat(size / 2)}`],
        ["ampersands", `&${"amp;".repeat(size / 4)}`],
        ["backslashes around half a character", `${"\\".repeat(size / 2)}ud83d${"\\".repeat(size / 2)}`],
    ])("does so in a chain of %s", (_, text) => {
        expect(findSecrets(text, many).steps).toBeLessThan(25 * size);
        expect(createRedactor(apiKey).redact(text).length).toBeGreaterThan(0);
    });
});
