import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";

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
    const name = JSON.stringify([passphrase, salt]);
    const known = keys.get(name) ?? derive(passphrase, Buffer.from(salt, "base64"), iterations, keyBytes, "sha256");
    keys.set(name, known);
    return known;
}

/** Encrypts and decrypts with a passphrase. */
export class Passphrase {
    private constructor(
        /** The `encryptionsalt` of a state file: `v1:SALT:v1:NONCE:CIPHER`. */
        readonly salt: string,
        private readonly key: Buffer,
    ) {}

    /** Generates a new salt. */
    static async create(passphrase: string): Promise<Passphrase> {
        const salt = randomBytes(saltBytes).toString("base64");
        const key = await keyFor(passphrase, salt);
        return new Passphrase(`${version}:${salt}:${seal(key, probe)}`, key);
    }

    /** @throws Error for a wrong passphrase or a malformed salt. */
    static async open(passphrase: string, salt: string): Promise<Passphrase> {
        const [tag, encoded, ...sealed] = salt.split(":");
        if (tag !== version || !encoded) throw new Error("the state's passphrase salt is malformed");
        const key = await keyFor(passphrase, encoded);
        try {
            if (open(key, sealed.join(":")) === probe) return new Passphrase(salt, key);
        } catch {
            // Reported below, without the cipher's error.
        }
        throw new Error("incorrect passphrase");
    }

    encrypt(text: string): string {
        return seal(this.key, text);
    }

    /** @throws Error if `sealed` was not encrypted with this passphrase. */
    decrypt(sealed: string): string {
        return open(this.key, sealed);
    }
}

function seal(key: Buffer, text: string): string {
    const nonce = randomBytes(nonceBytes);
    const encryption = createCipheriv(cipher, key, nonce);
    const sealed = Buffer.concat([encryption.update(text, "utf8"), encryption.final(), encryption.getAuthTag()]);
    return `${version}:${nonce.toString("base64")}:${sealed.toString("base64")}`;
}

function open(key: Buffer, text: string): string {
    const [tag, nonce, body, ...more] = text.split(":");
    if (tag !== version || !nonce || !body || more.length > 0) throw new Error("an encrypted value is malformed");
    const sealed = Buffer.from(body, "base64");
    const decryption = createDecipheriv(cipher, key, Buffer.from(nonce, "base64"), { authTagLength: tagBytes });
    decryption.setAuthTag(sealed.subarray(-tagBytes));
    return decryption.update(sealed.subarray(0, -tagBytes), undefined, "utf8") + decryption.final("utf8");
}
