import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The folder of this package: the nearest with a package.json, both for the sources and for the bundles, which lie elsewhere in it. */
export const packageRoot = nearest(__dirname);

function nearest(folder: string): string {
    const parent = path.dirname(folder);
    return parent === folder || existsSync(path.join(folder, "package.json")) ? folder : nearest(parent);
}

/** The folder of the compiled code. */
export const dist = path.join(packageRoot, "dist") + path.sep;

/** The version of this package, as its package.json has it. */
export const version: string = (
    JSON.parse(readFileSync(path.join(packageRoot, "package.json"), "utf8")) as { version: string }
).version;
