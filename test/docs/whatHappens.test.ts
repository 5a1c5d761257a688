// Each row of docs/what-happens.md names an existing test.
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(__dirname, "..", "..");
const rows = readFileSync(path.join(root, "docs", "what-happens.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (when|-+) /.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));

test("there are rows", () => expect(rows.length).toBeGreaterThan(20));

test.each(rows.map((row) => [row[1]!, row[3]!] as const))("%s", (_when, reference) => {
    const [, file, title] = /^\[.*?\]\(https:\S+\/blob\/main\/(test\/.*?\.test\.ts)\): (.*)$/.exec(reference)!;
    expect(readFileSync(path.join(root, file!), "utf8")).toContain(title);
});
