import path from "node:path";
import { readProject } from "../program/project";

/** The state file; by default in a folder of the project that is meant to be ignored by version control. */
export function stateFileOf(dir: string, stack: string, given: string | undefined): string {
    if (given !== undefined) return path.resolve(given);
    return path.join(readProject(dir).root, ".clouddb-try", `${stack}.json`);
}
