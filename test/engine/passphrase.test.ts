import fc from "fast-check";
import { secretSignature, signatureKey } from "../../src/engine/protocol";
import { Passphrase } from "../../src/engine/state/passphrase";

// Made by the Pulumi CLI, with the passphrase `p`.
const salt = "v1:aHdnLJxn6s0=:v1:mDvWDXx0X2w44ACt:5tXQxVfEIGMNaVzt/5aK3DTbXudcuw==";

const secret = (plaintext: string) => ({ [signatureKey]: secretSignature, plaintext });

describe("the passphrase", () => {
    test("opens its own salt, and decrypts what it encrypted", async () => {
        const made = await Passphrase.create("another");
        const opened = await Passphrase.open("another", made.salt);
        fc.assert(
            fc.property(fc.string({ unit: "grapheme" }), (text) => {
                const sealed = made.stringify(secret(text));
                expect(sealed).not.toContain("plaintext");
                expect(opened.parse(sealed)).toEqual(secret(text));
            }),
        );
    });

    test("a malformed salt is refused", async () => {
        await expect(Passphrase.open("p", "v2:abc")).rejects.toThrow("malformed");
    });

    test("a value that was tampered with is refused", async () => {
        const passphrase = await Passphrase.open("p", salt);
        expect(() => passphrase.decrypt("v1:5FzWcMB3qCZFsWsi:Q9OG8oC7/i3E/vHoll9qk7QVVA==")).toThrow();
        expect(() => passphrase.decrypt("no such thing")).toThrow("malformed");
    });
});
