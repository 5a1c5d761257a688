import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { defaults } from "../../src/api/transport";

const root = path.resolve(__dirname, "..", "..");
const page = readFileSync(path.join(root, "docs", "assumptions.md"), "utf8");

const places = [...page.matchAll(/`(src\/[\w/]+\.ts)` \(`([^`]+)`\)/g)].map(([, file, word]) => ({
    file: file!,
    word: word!,
}));

test.each(places)("$word is in $file", ({ file, word }) => {
    const place = path.join(root, file);
    expect(existsSync(place)).toBe(true);
    expect(readFileSync(place, "utf8")).toContain(word);
});

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
