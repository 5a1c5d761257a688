import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
