import { folded } from "./readings";

/** A node of a prefix tree of secrets. */
export interface Branch {
    /** The last character of the prefix; -1 for the root. */
    readonly character: number;
    /** The first child. Most nodes have only one and need no map. */
    only: Branch | undefined;
    others: Map<number, Branch> | undefined;
    /** A secret ends here: in full (`whole`), or truncated to the compared prefix (`cut`). */
    secret: "whole" | "cut" | undefined;
}

const branch = (character: number): Branch => ({ character, only: undefined, others: undefined, secret: undefined });

export const emptyTree = (): Branch => branch(-1);

/** Only this many characters of a secret are compared. After a match of that length the rest of the text is hidden. */
const longest = 128;

/** The child for a character. */
export const follow = (from: Branch, character: number): Branch | undefined =>
    from.only?.character === character ? from.only : from.others?.get(character);

/** Adds a non-empty secret. */
export function addSecret(root: Branch, secret: string): void {
    let at = root;
    let count = 0;
    for (const text of secret) {
        if (count++ === longest) break;
        const character = folded(text.codePointAt(0) ?? 0);
        // A run of backslashes counts as one, as in `findPatterns`.
        if (character === at.character && character === 0x5c) continue;
        at = follow(at, character) ?? addBranch(at, character);
    }
    at.secret = count > longest || at.secret === "cut" ? "cut" : "whole";
}

function addBranch(from: Branch, character: number): Branch {
    const child = branch(character);
    if (from.only === undefined) from.only = child;
    else (from.others ??= new Map()).set(character, child);
    return child;
}
