// Each row of the README's "What happens when ..." names an existing test.
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(__dirname, "..", "..");
const readme = readFileSync(path.join(root, "README.md"), "utf8");
const section = readme.split("## What happens when ...")[1]!.split(/^## /m)[0]!;
const rows = section
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (when|-+) /.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));

test("there are rows", () => expect(rows.length).toBeGreaterThan(20));

test.each(rows.map((row) => [row[1]!, row[3]!] as const))("%s", (_when, reference) => {
    const [, file, title] = /^\[.*?\]\((test\/.*?\.test\.ts)\): (.*)$/.exec(reference)!;
    expect(readFileSync(path.join(root, file!), "utf8")).toContain(title);
});
