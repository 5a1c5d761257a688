const widthsOf = ({ columns, rows }) =>
    columns.map((column, n) => Math.max(column.length, ...rows.map((row) => String(row[n]).length)));

/** The first column is text, the others are figures. */
const pad = (cell, width, n) => (n === 0 ? String(cell).padEnd(width) : String(cell).padStart(width));

/** Prints a table of figures: `{ title, says, columns, rows }`. */
export function print(table) {
    const widths = widthsOf(table);
    const line = (cells) => `  ${cells.map((cell, n) => pad(cell, widths[n], n)).join("   ")}`;
    const says = table.says ? [table.says] : [];
    console.log([`\n${table.title}`, ...says, line(table.columns), ...table.rows.map(line)].join("\n"));
}
