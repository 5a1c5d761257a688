import path from "node:path";

const dist = path.resolve(__dirname, "../..") + path.sep;

/** The code of packages, and of this one, as against a program's own. */
export const isPackaged = (file: string): boolean =>
    file.includes(`${path.sep}node_modules${path.sep}`) || file.startsWith(dist);
