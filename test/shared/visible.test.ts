// A text of a program or the API cannot change what a terminal shows.
import { quoted, visible } from "../../src/shared/visible";
import { stack } from "../support/madeOnce";

// Each moves the cursor or hides text in some terminal: escape, its one-character form, a right-to-left override, a line separator.
const hostile = "\u001b[2J\u009b2J\u202e\u2028";

test("control characters are escaped, alone and in JSON", () => {
    expect(visible(hostile)).toBe(String.raw`\u001b[2J\u009b2J\u202e\u2028`);
    expect(quoted(hostile)).toBe(String.raw`"\u001b[2J\u009b2J\u202e\u2028"`);
    expect(JSON.parse(quoted(hostile))).toBe(hostile);
    expect(quoted(undefined)).toBe("undefined");
});

test("an invalid value is shown without its control characters", async () => {
    const { failures } = await stack.provider("Service").check({}, { name: "orders", addons: ["\u009b2J"] });
    expect(failures).toEqual([
        { property: "", reason: String.raw`addons[0] must be one of "time-series", "ai"; given: "\u009b2J"` },
    ]);
});
