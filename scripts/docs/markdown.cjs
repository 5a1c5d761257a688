// What the generated parts of the pages are written with.
"use strict";

const code = (text) => `\`${text}\``;

/** Aligned as prettier does. */
function table(head, rows) {
    const widths = head.map((cell, n) => Math.max(3, cell.length, ...rows.map((row) => row[n].length)));
    const line = (cells) => `| ${cells.map((cell, n) => cell.padEnd(widths[n])).join(" | ")} |`;
    return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

const markersOf = (what) => [`<!-- ${what}: written by npm run docs -->`, `<!-- end of ${what} -->`];

/** The text between the markers of a page. @throws Error if it has none */
function between(page, what) {
    const [begin, end] = markersOf(what);
    const [from, to] = [page.indexOf(begin), page.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`the page has no ${begin} and ${end}`);
    return page.slice(from + begin.length, to);
}

/** The page with another text between its markers. */
const withBetween = (page, what, text) => {
    const [begin, end] = markersOf(what);
    return page.replace(`${begin}${between(page, what)}${end}`, () => `${begin}\n\n${text}\n\n${end}`);
};

/** The cells of the rows of a table, without its head. */
const cellsOf = (text) =>
    text
        .split("\n")
        .filter((line) => line.startsWith("| "))
        .slice(2)
        .map((line) =>
            line
                .slice(1, -1)
                .split(" | ")
                .map((cell) => cell.trim()),
        );

/** The anchor of the row of docs/changes.md about an argument. `type` is undefined for what every resource has. */
const anchorOf = (type, argument) => `${type ?? "every-resource"}-${argument}`.toLowerCase();

module.exports = { anchorOf, between, cellsOf, code, table, withBetween };
