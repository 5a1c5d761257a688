// A table of figures: as text for a terminal, and as Markdown. `{ title, says, columns, rows }`.

const widthsOf = ({ columns, rows }) =>
    columns.map((column, n) => Math.max(column.length, ...rows.map((row) => String(row[n]).length)));

/** The first column is text, the others are figures. */
const pad = (cell, width, n) => (n === 0 ? String(cell).padEnd(width) : String(cell).padStart(width));

export function toText(table) {
    const widths = widthsOf(table);
    const line = (cells) => `  ${cells.map((cell, n) => pad(cell, widths[n], n)).join("   ")}`;
    return [`\n${table.title}`, ...(table.says ? [table.says] : []), line(table.columns), ...table.rows.map(line)].join(
        "\n",
    );
}

export function toMarkdown(table) {
    const widths = widthsOf(table).map((width) => Math.max(width, 3));
    const line = (cells) => `| ${cells.map((cell, n) => pad(cell, widths[n], n)).join(" | ")} |`;
    const rule = `| ${widths.map((width, n) => (n === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
    const says = table.says ? [table.says, ""] : [];
    return [`#### ${table.title}`, "", ...says, line(table.columns), rule, ...table.rows.map(line), ""].join("\n");
}
