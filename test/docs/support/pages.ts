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

export const blocksOf = (page: string) =>
    [...textOf(page).matchAll(/^ *```(\w+)\n(.*?)^ *```$/gms)].map(([, language, text]) => ({
        language: language!,
        text: text!,
    }));
