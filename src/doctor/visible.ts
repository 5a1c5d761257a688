/**
 * The text on one line, with control characters, invisible ones and line separators escaped: names come from the API, and could
 * otherwise forge lines of a report, or end a comment of a program.
 */
export const visible = (text: string): string =>
    text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) =>
        char.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    );
