import { createCipheriv, createDecipheriv, createHash, pbkdf2, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { secretSignature, signatureKey } from "../protocol";

/** A secret in a deployment document, with exactly one of the two fields. Both have the JSON of its value. */
interface SecretDocument {
    plaintext?: string;
    ciphertext?: string;
}

const isSecretDocument = (part: unknown): part is SecretDocument =>
    typeof part === "object" && part !== null && signatureKey in part && part[signatureKey] === secretSignature;

// Compatible with Pulumi's passphrase secrets provider.
const iterations = 1_000_000;
const keyBytes = 32;
const saltBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const version = "v1";
const cipher = "aes-256-gcm";
/** Encrypted and stored with the salt, to detect a wrong passphrase. */
const probe = "pulumi";

const derive = promisify(pbkdf2);
const keys = new Map<string, Promise<Buffer>>();

/** Deriving the key takes almost a second by design, so it is cached per process. */
function keyFor(passphrase: string, salt: string): Promise<Buffer> {
    const digest = createHash("sha256")
        .update(JSON.stringify([passphrase, salt]))
        .digest("base64");
    const key = keys.get(digest) ?? derive(passphrase, Buffer.from(salt, "base64"), iterations, keyBytes, "sha256");
    keys.set(digest, key);
    return key;
}

/** Reads and writes documents whose secrets are encrypted in their text, and plain in memory. */
export class Passphrase {
    /**
     * The ciphertexts of the last version of a document, by plain text. Unchanged secrets keep theirs, so that versions
     * of a file differ only in what changed.
     */
    private ciphertexts = new Map<string, string[]>();

    private constructor(
        /** The `encryptionsalt` of a state file: `v1:SALT:v1:NONCE:CIPHER`. */
        readonly salt: string,
        private readonly key: Buffer,
    ) {}

    static async create(passphrase: string): Promise<Passphrase> {
        const salt = randomBytes(saltBytes).toString("base64");
        const key = await keyFor(passphrase, salt);
        return new Passphrase(`${version}:${salt}:${encrypt(key, probe)}`, key);
    }

    /**
     * @param file - the file that is encrypted with it, for messages.
     * @throws Error for a wrong passphrase or a malformed salt.
     */
    static async open(passphrase: string, salt: string, file: string): Promise<Passphrase> {
        const [tag, encoded, ...sealed] = salt.split(":");
        if (tag !== version || !encoded) throw new Error(`the passphrase salt of ${file} is malformed`);
        const key = await keyFor(passphrase, encoded);
        const opened = new Passphrase(salt, key);
        try {
            if (opened.decrypt(sealed.join(":")) === probe) return opened;
        } catch {
            // Reported below, without the cipher's error.
        }
        throw new Error(`incorrect passphrase for ${file}: see PULUMI_CONFIG_PASSPHRASE`);
    }

    stringify(document: object): string {
        const before = this.ciphertexts;
        this.ciphertexts = new Map();
        const seal = (_key: string, part: unknown): unknown => {
            if (!isSecretDocument(part) || part.plaintext === undefined) return part;
            const { plaintext, ...signature } = part;
            const ciphertext = before.get(plaintext)?.shift() ?? encrypt(this.key, plaintext);
            this.remember(plaintext, ciphertext);
            return { ...signature, ciphertext };
        };
        return JSON.stringify(document, seal, 4);
    }

    parse(text: string): unknown {
        this.ciphertexts = new Map();
        return JSON.parse(text, (_key, part: unknown): unknown => {
            if (!isSecretDocument(part) || part.ciphertext === undefined) return part;
            const { ciphertext, ...signature } = part;
            const plaintext = this.decrypt(ciphertext);
            this.remember(plaintext, ciphertext);
            return { ...signature, plaintext };
        });
    }

    private remember(plaintext: string, ciphertext: string): void {
        this.ciphertexts.set(plaintext, [...(this.ciphertexts.get(plaintext) ?? []), ciphertext]);
    }

    decrypt(text: string): string {
        const [tag, nonce, body, ...more] = text.split(":");
        if (tag !== version || !nonce || !body || more.length > 0) throw new Error("an encrypted value is malformed");
        const sealed = Buffer.from(body, "base64");
        const options = { authTagLength: tagBytes };
        const decryption = createDecipheriv(cipher, this.key, Buffer.from(nonce, "base64"), options);
        decryption.setAuthTag(sealed.subarray(-tagBytes));
        return decryption.update(sealed.subarray(0, -tagBytes), undefined, "utf8") + decryption.final("utf8");
    }
}

function encrypt(key: Buffer, text: string): string {
    const nonce = randomBytes(nonceBytes);
    const encryption = createCipheriv(cipher, key, nonce);
    const sealed = Buffer.concat([encryption.update(text, "utf8"), encryption.final(), encryption.getAuthTag()]);
    return `${version}:${nonce.toString("base64")}:${sealed.toString("base64")}`;
}

/** From the environment, as the Pulumi CLI reads it. It may be empty. */
function passphraseIn({
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_CONFIG_PASSPHRASE_FILE: file,
}: NodeJS.ProcessEnv) {
    return passphrase ?? (file ? readFileSync(file, "utf8").trim() : undefined);
}

export const passphraseOr = (other: string, env: NodeJS.ProcessEnv): string => passphraseIn(env) ?? other;

/** @throws Error if none is set. */
export function configuredPassphrase(env: NodeJS.ProcessEnv): string {
    const passphrase = passphraseIn(env);
    if (passphrase !== undefined) return passphrase;
    throw new Error(
        "a passphrase for the secrets in the state is needed: set PULUMI_CONFIG_PASSPHRASE (it may be empty) or PULUMI_CONFIG_PASSPHRASE_FILE",
    );
}
