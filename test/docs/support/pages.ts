import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(__dirname, "..", "..", "..");

const within = (folder: string) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".md") && !file.includes("node_modules"))
        .map((file) => path.join(folder, file));

/** The pages for users that somebody wrote, by their paths in the repository. */
export const pages = [
    "README.md",
    ...within("docs").filter((page) => !page.startsWith(path.join("docs", "reference"))),
    ...within("examples"),
];

export const textOf = (page: string) => readFileSync(path.join(root, page), "utf8");

const statement = /^const (\w+) = new [^]*?\);$/gm;

/** The program with these declarations: each takes the place of the one of that variable, or comes before all others. */
function withDeclarations(program: string, declarations: string): string {
    return [...declarations.matchAll(statement)].reduce((whole, [declaration, variable]) => {
        const [old] = [...whole.matchAll(statement)].find(([, name]) => name === variable) ?? [];
        return old === undefined
            ? whole.replace(/^const /m, () => `${declaration}\nconst `)
            : whole.replace(old, () => declaration);
    }, program);
}

/** The code on a page. A block of declarations is the program before it, with these declarations. */
export function blocksOf(page: string): { readonly language: string; readonly text: string }[] {
    let program = "";
    return [...textOf(page).matchAll(/^ *```(\w+)\n(.*?)^ *```$/gms)].map(([, language = "", text = ""]) => {
        if (language !== "ts") return { language, text };
        program = /^const \w+ = new /.test(text) ? withDeclarations(program, text) : text;
        return { language, text: program };
    });
}
