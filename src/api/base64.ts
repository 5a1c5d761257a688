// Finds secrets inside base64. Three bytes become four characters, so a secret has three encodings, one per alignment.

/** Secrets of fewer bytes are not searched for: their encoding is too short to rule out a match by chance. */
const shortest = 8;
/** Number of leading characters used as the index key. */
const keyLength = 8;
/** Encodings are truncated to this many characters; a prefix of this length is enough to recognise a secret. */
const longest = 32;

/**
 * The lower-case base64 encodings of all secrets, indexed by prefix. Characters at either end that also encode
 * neighbouring bytes are left out.
 */
export class Base64Index {
    readonly #byKey = new Map<string, Set<string>>();
    readonly #lengths = new Map<string, Set<number>>();

    add(secret: string): void {
        const bytes = Buffer.from(secret, "utf8");
        if (bytes.length < shortest) return;
        for (const before of [0, 1, 2]) {
            const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64url");
            const core = encoded
                .slice(Math.ceil((before * 8) / 6), -1)
                .slice(0, longest)
                .toLowerCase();
            const key = core.slice(0, keyLength);
            this.#byKey.set(key, (this.#byKey.get(key) ?? new Set()).add(core));
            this.#lengths.set(key, (this.#lengths.get(key) ?? new Set()).add(core.length));
        }
    }

    /** @param run - base64url characters, in lower case. */
    #containsSecret(run: string): boolean {
        for (let at = 0; at + keyLength <= run.length; at++) {
            const key = run.slice(at, at + keyLength);
            const cores = this.#byKey.get(key);
            const lengths = cores && this.#lengths.get(key);
            for (const length of lengths ?? []) if (cores?.has(run.slice(at, at + length))) return true;
        }
        return false;
    }

    /**
     * Visits the range of every run of base64 characters that contains a secret.
     *
     * @param isCut - the text was truncated: a run at its end counts as well.
     * @returns the number of characters examined.
     */
    find(text: string, isCut: boolean, visit: (start: number, end: number) => void): number {
        let places = 0;
        for (const { 0: run, index } of text.matchAll(/[\w+/-]+={0,2}/g)) {
            const end = index + run.length;
            places += run.length;
            if (
                run.length > keyLength &&
                this.#containsSecret(run.toLowerCase().replaceAll("+", "-").replaceAll("/", "_"))
            )
                visit(index, end);
            else if (isCut && end === text.length) visit(Math.max(index, end - longest), end);
        }
        return places;
    }
}
