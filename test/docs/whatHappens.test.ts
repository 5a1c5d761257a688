// Each row of docs/what-happens.md names an existing test.
import { textOf } from "./support/pages";

const rows = textOf("docs/what-happens.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (when|-+) /.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));

test("there are rows", () => expect(rows.length).toBeGreaterThan(20));

test.each(rows.map((row) => [row[1]!, row[3]!] as const))("%s", (_when, reference) => {
    const [, file, title] = /^\[.*?\]\(https:\S+\/blob\/main\/(test\/.*?\.test\.ts)\): (.*)$/.exec(reference)!;
    expect(textOf(file!)).toContain(title);
});
