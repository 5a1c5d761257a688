import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";

/** A folder for what may be lost, that nobody else can write to; undefined where there is none to be had. */
export function cacheFolder(): string | undefined {
    const { uid } = userInfo();
    const folder = path.join(tmpdir(), `pulumi-clouddb-compiled-${uid}`);
    try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const found = lstatSync(folder);
        // What lies in it is run: somebody else may have been first to make it.
        const others = process.platform !== "win32" && (found.uid !== uid || (found.mode & 0o022) !== 0);
        return found.isDirectory() && !others ? folder : undefined;
    } catch {
        return undefined;
    }
}
