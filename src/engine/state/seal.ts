import { Secret, type Value } from "../model/values";
import type { Passphrase } from "./passphrase";

/** The two fields of a secret in a deployment document, of which there is one. */
export interface SealedText {
    ciphertext?: string;
    plaintext?: string;
}

/** How the secrets of one document are written and read. The text is the value's JSON. */
export interface Seal {
    close(secret: Secret, text: string): SealedText;
    open(sealed: SealedText, toValue: (text: string) => Value): Secret;
}

/** For a document that stays in memory or is shown: secrets in plain text. */
export const plainSeal: Seal = {
    close: (_secret, text) => ({ plaintext: text }),
    open({ plaintext }, toValue) {
        if (plaintext === undefined) throw new Error("the state is encrypted, and its passphrase was not given");
        return new Secret(toValue(plaintext));
    },
};

/** An unchanged secret keeps its ciphertext, so that only what changed differs between two versions of a file. */
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
