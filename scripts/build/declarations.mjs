// The declarations of dist/: own types in place of zod's, and only those files that an entry leads to.
import { copyFileSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const specifiers = /(?:from|import)\s*\(?\s*"(\.[^"]*)"/g;

function declarationsIn(folder) {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".d.ts"))
        .map((file) => path.join(folder, file));
}

/** All files that these and what they import lead to. */
function reachable(files, known) {
    const found = new Set(files);
    for (const file of found)
        for (const [, specifier] of readFileSync(file, "utf8").matchAll(specifiers)) {
            const base = path.resolve(path.dirname(file), specifier);
            const next = [`${base}.d.ts`, path.join(base, "index.d.ts")].find((one) => known.has(one));
            if (next === undefined) throw new Error(`${file} imports ${specifier}, which is not there`);
            found.add(next);
        }
    return found;
}

function removeEmptyFolders(folder) {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isDirectory()) removeEmptyFolders(path.join(folder, entry.name));
    if (readdirSync(folder).length === 0) rmdirSync(folder);
}

export function finishDeclarations(root) {
    const dist = path.join(root, "dist");
    copyFileSync(path.join(root, "scripts", "build", "schemas.d.ts"), path.join(dist, "schemas.d.ts"));
    const all = declarationsIn(dist);
    for (const file of all) {
        const text = readFileSync(file, "utf8");
        const own = path.relative(path.dirname(file), path.join(dist, "schemas")).split(path.sep).join("/");
        const specifier = own.startsWith(".") ? own : `./${own}`;
        const changed = text.replaceAll(/"zod(?:\/v4\/core)?"/g, `"${specifier}"`);
        if (changed !== text) writeFileSync(file, changed);
    }
    const { exports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    const entries = Object.values(exports).flatMap(({ types }) =>
        types === undefined ? [] : [path.join(root, types)],
    );
    const kept = reachable(entries, new Set(all));
    for (const file of all) if (!kept.has(file)) rmSync(file);
    removeEmptyFolders(dist);
}
