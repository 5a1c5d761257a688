import path from "node:path";
import { dist } from "../../packageRoot";

/** The code of this package. */
export const isOwn = (file: string): boolean => file.startsWith(dist);

/** The code of packages, and of this one, as against a program's own. */
export const isPackaged = (file: string): boolean => file.includes(`${path.sep}node_modules${path.sep}`) || isOwn(file);
