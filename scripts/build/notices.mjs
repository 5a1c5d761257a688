// The licences of the packages whose code is in the bundles: each demands that its notice goes with the code.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const licence = /^(licen[cs]e|copying)(\.\w+)?$/i;

function noticeOf(folder) {
    const { name, version, license, homepage } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => licence.test(entry));
    if (file === undefined) throw new Error(`${name} has no file with its licence`);
    const text = readFileSync(path.join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
    return { name, title: [`${name} ${version}`, license, homepage].filter(Boolean).join(", "), text };
}

/** The notices of packages, by their folders. */
export function notices(folders) {
    const all = folders.map(noticeOf).sort((a, b) => (a.name < b.name ? -1 : 1));
    const rule = "-".repeat(100);
    const parts = all.map(({ title, text }) => `${rule}\n${title}\n\n${text}\n`);
    return `Code of these packages is in the files of this folder, below vendor/. Written by the build.\n\n${parts.join("\n")}`;
}
