import fc from "fast-check";
import { Secret } from "../../src/engine/model/values";
import { Passphrase } from "../../src/engine/state/passphrase";

// Made by the Pulumi CLI, with the passphrase `p`.
const salt = "v1:aHdnLJxn6s0=:v1:mDvWDXx0X2w44ACt:5tXQxVfEIGMNaVzt/5aK3DTbXudcuw==";

const seal = (passphrase: Passphrase, text: string) => passphrase.close(new Secret(text), text).ciphertext!;

describe("the passphrase", () => {
    test("decrypts what it encrypted, and never encrypts the same way twice", async () => {
        const passphrase = await Passphrase.open("p", salt);
        fc.assert(
            fc.property(fc.string({ unit: "grapheme" }), (text) => {
                const sealed = seal(passphrase, text);
                expect(passphrase.decrypt(sealed)).toBe(text);
                expect(seal(passphrase, text)).not.toBe(sealed);
            }),
        );
    });

    test("the same passphrase opens a new salt", async () => {
        const made = await Passphrase.create("another");
        const opened = await Passphrase.open("another", made.salt);
        expect(opened.decrypt(seal(made, "text"))).toBe("text");
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
