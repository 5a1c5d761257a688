import { defaults } from "../../src/api/transport";
import { textOf } from "./support/pages";

const page = textOf("docs/assumptions.md");
const places = [...page.matchAll(/`(src\/[\w/]+\.ts)` \(`([^`]+)`\)/g)].map(
    ([, file, word]) => [word!, file!] as const,
);

test.each(places)("%s is in %s", (word, file) => expect(textOf(file)).toContain(word));

test("every assumption names its place", () => {
    const [table = ""] = page.split("To try them");
    const rows = table
        .split("\n")
        .filter((line) => line.startsWith("| "))
        .slice(2);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((row) => !/`src\/[^`]+` \(`[^`]+`\) *\|$/.test(row))).toEqual([]);
});

test("the defaults are those of the client", () => {
    const units: Record<string, number> = { "": 1, s: 1_000, MiB: 1024 * 1024 };
    const told = [...page.matchAll(/^\| `(\w+)` +\| ([\d.]+) ?(s|MiB)? +\|/gm)].map(
        ([, name, figure, unit = ""]) => [name, Number(figure) * units[unit]!] as const,
    );
    expect(Object.fromEntries(told)).toEqual(defaults);
});
