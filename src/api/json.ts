/** What {@link parseJson} gives for a text that is none; no JSON value equals it. */
export const notJson = Symbol("not JSON");

export function parseJson(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return notJson;
    }
}
