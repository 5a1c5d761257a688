import { folded } from "./readings";

/** A beginning of a secret, or of several. */
export interface Branch {
    /** The character that leads here; -1 for the root. */
    readonly character: number;
    /** The next characters; one alone, which is the rule, needs no map. */
    only: Branch | undefined;
    others: Map<number, Branch> | undefined;
    /** A secret ends here: `whole`, or `cut`, which goes on for longer than is compared. */
    secret: "whole" | "cut" | undefined;
}

const branch = (character: number): Branch => ({ character, only: undefined, others: undefined, secret: undefined });

export const emptyTree = (): Branch => branch(-1);

/** A longer secret is recognised by its beginning; what follows goes with it. */
const longest = 128;

/** Where a character leads, or `undefined`. */
export const follow = (from: Branch, character: number): Branch | undefined =>
    from.only?.character === character ? from.only : from.others?.get(character);

/** Adds a secret that is not empty. */
export function grow(root: Branch, secret: string): void {
    let at = root;
    let count = 0;
    for (const text of secret) {
        if (count++ === longest) break;
        const character = folded(text.codePointAt(0) ?? 0);
        // A run of backslashes is one, as it is where a text is read.
        if (character === at.character && character === 0x5c) continue;
        at = follow(at, character) ?? sprout(at, character);
    }
    at.secret = count > longest || at.secret === "cut" ? "cut" : "whole";
}

function sprout(from: Branch, character: number): Branch {
    const made = branch(character);
    if (from.only === undefined) from.only = made;
    else (from.others ??= new Map()).set(character, made);
    return made;
}
