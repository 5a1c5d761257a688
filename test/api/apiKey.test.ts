import { inspect } from "node:util";
import fc from "fast-check";
import { createClient } from "../../src/api";
import { checkApiKey } from "../../src/api/client";

const message =
    "The API key contains a space, a line break or another character that is not visible ASCII. " +
    "Check for characters that were copied with it.";

describe("an API key", () => {
    it("of visible characters is taken as it is", () =>
        fc.assert(fc.property(fc.stringMatching(/^[\x21-\x7e]+$/), (key) => checkApiKey(key) === key)));

    it("must not be empty", () => expect(() => checkApiKey("")).toThrow(new TypeError("The API key is empty.")));

    it.each(["abc\n", "a\r\nX-Other: 1", " abc", "Bearer abc", "a\u0000b", "schlüssel", "\ufeffabc"])(
        "must not be %j",
        (key) => expect(() => createClient({ baseUrl: "https://h/v1", apiKey: key })).toThrow(new TypeError(message)),
    );

    it("is not shown when it is refused", () => {
        try {
            checkApiKey("tell-nobody\n");
        } catch (error) {
            expect(inspect(error)).not.toContain("tell-nobody");
        }
        expect.assertions(1);
    });
});
