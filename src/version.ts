import { readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "./packageRoot";

/** The version of this package, as its package.json has it. */
export const version: string = (
    JSON.parse(readFileSync(path.join(packageRoot, "package.json"), "utf8")) as { version: string }
).version;
