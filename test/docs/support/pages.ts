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

/** A block that begins with a comment that has only a file's name is that file. */
export const fileOf = (text: string) => /^(?:\/\/|#) ([\w.-]+\.\w+)\n/.exec(text)?.[1];

/** A page, or a section of it, as a script of bash that does what a reader does who copies its blocks from top to bottom. */
export function scriptOf(page: string, section?: string): string {
    const sections = textOf(page).split(/^(?=## )/m);
    const read = section === undefined ? sections : sections.filter((one) => one.startsWith(`## ${section}\n`));
    const blocks = [...read.join("").matchAll(/^```(\w+)\n(.*?)^```$/gms)];
    return blocks
        .map(([, language, text = ""]) => {
            const file = fileOf(text);
            if (file !== undefined) return `cat > ${file} <<'END OF FILE'\n${text}END OF FILE\n`;
            if (language !== "sh") throw new Error(`${page}: a block of ${language} that names no file`);
            return text;
        })
        .join("");
}
