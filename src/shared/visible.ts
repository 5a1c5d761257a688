/** The text on one line, with control characters, invisible ones and line separators escaped: they could forge lines or end a comment. */
export const visible = (text: string): string =>
    text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) =>
        char.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    );

/** A value as JSON for a message. `JSON.stringify` alone leaves the control characters from U+007F on as they are. */
export const quoted = (value: unknown): string => (value === undefined ? "undefined" : visible(JSON.stringify(value)));

/** A text of the API or of an error, to which something is added: it may end with a period. */
export const withoutPeriod = (text: string): string => text.replace(/(?<!\.)\.$/, "");
