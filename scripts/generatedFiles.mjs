// Writes generated files that are kept in the repository. With `--check` on the command line it writes nothing, and fails where one is
// not current.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** The text of a file in the repository; undefined where there is none. */
export const read = (file) =>
    existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), "utf8") : undefined;

/**
 * @param files - their texts, by path in the repository.
 * @param options.folder - has no other pages than these files: any other page is removed.
 * @param options.current - what to print where nothing has changed.
 * @param options.notCurrent - the error of a check, for the files that it names.
 */
export function writeGenerated(files, { folder, current, notCurrent }) {
    const outdated = [...files].filter(([file, text]) => read(file) !== text).map(([file]) => file);
    const there =
        folder !== undefined && existsSync(path.join(root, folder)) ? readdirSync(path.join(root, folder)) : [];
    const pages = there.filter((name) => name.endsWith(".md"));
    const stale = pages.map((name) => `${folder}/${name}`).filter((file) => !files.has(file));
    const wrong = [...outdated, ...stale].join(", ");
    if (wrong === "") console.log(current);
    else if (process.argv.includes("--check")) {
        console.error(notCurrent(wrong));
        process.exitCode = 1;
    } else {
        for (const file of stale) rmSync(path.join(root, file));
        for (const file of outdated) {
            mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
            writeFileSync(path.join(root, file), files.get(file));
        }
        console.log(`Written: ${wrong}`);
    }
}
