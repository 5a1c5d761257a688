// Secrets in what base64 makes of a text: as three bytes become four characters, a secret may begin at three places there.

/** Shorter than this, in bytes, what base64 makes of a text may well stand anywhere by chance. */
const shortest = 8;
/** So many characters of base64 are the key of an index: no secret has fewer. */
const keyLength = 8;
/** A longer one is recognised by its beginning. */
const longest = 32;

/**
 * By their first characters, in small letters, what base64 makes of secrets, without the characters at its ends that hold bits of something else.
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

    /** Whether a run of characters of base64url, in small letters, has one in it. */
    #isIn(run: string): boolean {
        for (let at = 0; at + keyLength <= run.length; at++) {
            const key = run.slice(at, at + keyLength);
            const cores = this.#byKey.get(key);
            const lengths = cores && this.#lengths.get(key);
            for (const length of lengths ?? []) if (cores?.has(run.slice(at, at + length))) return true;
        }
        return false;
    }

    /**
     * Tells of every run of base64 that has a secret in it, from its first to its last character.
     *
     * @param isCut - the text goes on: a run at its end may be the beginning of one.
     * @returns how many places have been looked at.
     */
    find(text: string, isCut: boolean, visit: (start: number, end: number) => void): number {
        let places = 0;
        for (const { 0: run, index } of text.matchAll(/[\w+/-]+={0,2}/g)) {
            const end = index + run.length;
            places += run.length;
            if (run.length > keyLength && this.#isIn(run.toLowerCase().replaceAll("+", "-").replaceAll("/", "_")))
                visit(index, end);
            else if (isCut && end === text.length) visit(Math.max(index, end - longest), end);
        }
        return places;
    }
}
