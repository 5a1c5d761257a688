const letters = "abcdefghijklmnopqrstuvwxyz";
const alphabet = `${letters}0123456789`;
const passwordAlphabet = `${alphabet}${letters.toUpperCase()}`;

/** A seeded generator (mulberry32), so that ids are reproducible. Not cryptographically secure. */
export class Random {
    constructor(public state: number) {}

    /** A number in [0, 1). */
    next(): number {
        this.state = (this.state + 0x6d2b79f5) | 0;
        let t = this.state;
        t = Math.imul(t ^ (t >>> 15), t | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    }

    #text(alphabetOfText: string, length: number): string {
        return Array.from({ length }, () =>
            alphabetOfText.charAt(Math.floor(this.next() * alphabetOfText.length)),
        ).join("");
    }

    /** Lower-case letters and digits, starting with a letter. */
    id(length = 10): string {
        return this.#text(letters, 1) + this.#text(alphabet, length - 1);
    }

    password(length = 20): string {
        return this.#text(passwordAlphabet, length);
    }
}

/** A 32-bit hash of the text, for pseudo-random values that are stable. */
export function hash(text: string): number {
    let h = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    h ^= h >>> 16;
    h = Math.imul(h, 0x85ebca6b);
    return (h ^ (h >>> 13)) >>> 0;
}
