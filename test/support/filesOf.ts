import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";

/** Every file of a folder, at any depth; links are not followed. */
export function filesOf(folder: string): string[] {
    return readdirSync(folder).flatMap((entry) => {
        const file = path.join(folder, entry);
        const kind = lstatSync(file);
        if (kind.isDirectory()) return filesOf(file);
        return kind.isFile() ? [file] : [];
    });
}
