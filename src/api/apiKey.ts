/**
 * Checks that the key is valid in an HTTP header.
 *
 * @throws TypeError - without the key in its message.
 */
export function checkApiKey(key: string): string {
    if (key === "") throw new TypeError("The API key is empty.");
    if (!/^[\x21-\x7e]+$/.test(key)) {
        throw new TypeError(
            "The API key contains a space, a line break or another character that is not visible ASCII. " +
                "Check for characters that were copied with it.",
        );
    }
    return key;
}
