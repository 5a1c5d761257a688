import { uniformInt } from "pure-rand/distribution/uniformInt";
import { congruential32, congruential32FromState } from "pure-rand/generator/congruential32";

const letters = "abcdefghijklmnopqrstuvwxyz";
const alphabet = `${letters}0123456789`;
const passwordAlphabet = `${alphabet}${letters.toUpperCase()}`;

/** Two emulators with the same seed and the same requests give the same ids. It is no source of real secrets. */
export class Random {
    readonly #generator: ReturnType<typeof congruential32>;

    /** @param seed - a new sequence, or the state of an earlier one. */
    constructor(seed: number | { readonly state: number }) {
        this.#generator = typeof seed === "number" ? congruential32(seed) : congruential32FromState([seed.state]);
    }

    /** What it takes to go on with the sequence. */
    get state(): number {
        return this.#generator.getState()[0] ?? 0;
    }

    #text(from: string, length: number): string {
        const character = () => from.charAt(uniformInt(this.#generator, 0, from.length - 1));
        return Array.from({ length }, character).join("");
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
