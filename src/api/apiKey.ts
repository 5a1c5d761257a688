/**
 * Checks that a key can be sent in a header at all; whether it is a good one, only the API knows.
 *
 * @throws TypeError - that never shows the key.
 */
export function checkApiKey(key: string): string {
    if (key === "") throw new TypeError("The API key is empty.");
    if (!/^[\x21-\x7e]+$/.test(key)) {
        throw new TypeError(
            "The API key holds a space, a line break or another character that no key has. " +
                "Was it copied with something around it?",
        );
    }
    return key;
}
