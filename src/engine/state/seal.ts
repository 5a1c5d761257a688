import { Secret, type Value } from "../model/values";
import type { Passphrase } from "./passphrase";

/** A secret in a deployment document, with exactly one of the two fields. */
export interface SealedText {
    ciphertext?: string;
    plaintext?: string;
}

/** Encrypts and decrypts the secrets of a document. The plain text is the JSON of the value. */
export interface Seal {
    close(secret: Secret, text: string): SealedText;
    open(sealed: SealedText, toValue: (text: string) => Value): Secret;
}

/** Leaves secrets in plain text, for a document in memory or on display. */
export const plainSeal: Seal = {
    close: (_secret, text) => ({ plaintext: text }),
    open({ plaintext }, toValue) {
        if (plaintext === undefined) throw new Error("the state is encrypted, and its passphrase was not given");
        return new Secret(toValue(plaintext));
    },
};

/** Unchanged secrets keep their ciphertext, so that versions of a file differ only in what changed. */
export function passphraseSeal(passphrase: Passphrase): Seal {
    const known = new WeakMap<Secret, string>();
    return {
        close(secret, text) {
            const ciphertext = known.get(secret) ?? passphrase.encrypt(text);
            known.set(secret, ciphertext);
            return { ciphertext };
        },
        open({ ciphertext, plaintext }, toValue) {
            if (ciphertext === undefined) return plainSeal.open({ plaintext }, toValue);
            const secret = new Secret(toValue(passphrase.decrypt(ciphertext)));
            known.set(secret, ciphertext);
            return secret;
        },
    };
}
