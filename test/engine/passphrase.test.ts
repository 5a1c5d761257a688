import fc from "fast-check";
import { Passphrase } from "../../src/engine/state/passphrase";

// Made by the Pulumi CLI, with the passphrase `p`.
const salt = "v1:aHdnLJxn6s0=:v1:mDvWDXx0X2w44ACt:5tXQxVfEIGMNaVzt/5aK3DTbXudcuw==";
const sealedByCli = "v1:5FzWcMB3qCZFsWsi:Q9OG8oC7/i3E/vHoll9qk7QVVQ==";

describe("the passphrase", () => {
    test("opens what the CLI has sealed", async () => {
        const passphrase = await Passphrase.open("p", salt);
        expect(passphrase.decrypt(sealedByCli)).toBe("sss");
    });

    test("opens whatever it has sealed, and never seals the same way twice", async () => {
        const passphrase = await Passphrase.open("p", salt);
        fc.assert(
            fc.property(fc.string({ unit: "grapheme" }), (text) => {
                const sealed = passphrase.encrypt(text);
                expect(passphrase.decrypt(sealed)).toBe(text);
                expect(passphrase.encrypt(text)).not.toBe(sealed);
            }),
        );
    });

    test("a new salt opens with the same passphrase", async () => {
        const made = await Passphrase.create("another");
        const opened = await Passphrase.open("another", made.salt);
        expect(opened.decrypt(made.encrypt("text"))).toBe("text");
    });

    test.each([
        ["a wrong passphrase", "q", salt, "incorrect passphrase"],
        ["a malformed salt", "p", "v2:abc", "malformed"],
    ])("%s is refused", async (_what, phrase, given, message) => {
        await expect(Passphrase.open(phrase, given)).rejects.toThrow(message);
    });

    test("a value that was tampered with is refused", async () => {
        const passphrase = await Passphrase.open("p", salt);
        expect(() => passphrase.decrypt("v1:5FzWcMB3qCZFsWsi:Q9OG8oC7/i3E/vHoll9qk7QVVA==")).toThrow();
        expect(() => passphrase.decrypt("no such thing")).toThrow("malformed");
    });
});
