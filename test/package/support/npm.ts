import { execFileSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(__dirname, "..", "..", "..");

/** The output of an npm command that has to succeed. */
export function npm(cwd: string, ...args: string[]): string {
    // On Windows npm is a script.
    const shell = process.platform === "win32";
    return execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], shell });
}

/** Packs the package as a release does. @returns the file */
export function packInto(folder: string): string {
    const printed = npm(root, "pack", "--json", "--ignore-scripts", "--pack-destination", folder);
    const [packed] = JSON.parse(printed) as { filename: string }[];
    return path.join(folder, packed!.filename);
}
