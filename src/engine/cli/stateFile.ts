import path from "node:path";
import { readProject } from "../program/project";

/** Where the state of a stack is kept when nobody says otherwise: in the project, apart from what is committed. */
export function stateFileOf(dir: string, stack: string, given: string | undefined): string {
    if (given !== undefined) return path.resolve(given);
    return path.join(readProject(dir).root, ".clouddb-try", `${stack}.json`);
}
