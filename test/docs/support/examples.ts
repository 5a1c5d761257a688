// The examples in the tables of docs/resources.md.
import { textOf } from "./pages";

/** The rows of the table of arguments below a heading, by cells. */
export function cellsOf(page: string, heading: string): string[][] {
    const [, section = ""] = page.split(`\n### \`${heading}\`\n`);
    const [table = ""] = section.split(/\n(?:#|<!--)/);
    const rows = [...table.matchAll(/^\| (`.*) \|$/gm)];
    return rows.map(([, cells = ""]) => cells.split(" | ").map((cell) => cell.trim()));
}

export const exampleOf = (cells: readonly string[]): string => cells.at(-1)!.replace(/^`|`$/g, "");

/** A program in which each type of arguments has the examples of all of them. */
export function exampleProgram(types: readonly string[]): string {
    const page = textOf("docs/resources.md");
    const args = types.map((type) => {
        const lines = cellsOf(page, type).map((cells) => `    ${cells[0]!.replaceAll("`", "")}: ${exampleOf(cells)},`);
        return `export const args${type}: clouddb.${type}Args = {\n${lines.join("\n")}\n};\n`;
    });
    const declared = "declare const net: clouddb.Vpc, orders: clouddb.Service, office: clouddb.Peering;\n";
    return `${declared}const config = new pulumi.Config();\n${args.join("")}`;
}
