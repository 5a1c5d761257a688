import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { shellQuoted } from "../shared/shellQuoted";

/** The line that the emulator prints. */
interface Served {
    readonly url: string;
    readonly control: string;
    readonly tokens: readonly { readonly token: string }[];
    readonly caFile?: string;
}

/**
 * Starts `clouddb emulator` as a process that outlives this one, as `ssh-agent` does, and waits until it serves.
 * @returns lines that a POSIX shell evaluates.
 * @throws Error with what it printed, if it does not start.
 */
export async function startDetached(command: string, args: readonly string[]): Promise<string> {
    const child = spawn(process.execPath, [command, ...args], {
        detached: true,
        windowsHide: true,
        stdio: ["ignore", "pipe", "pipe"],
    });
    let failure = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (failure += text));
    const [first] = (await Promise.race([
        once(createInterface(child.stdout), "line"),
        once(child, "close"),
    ])) as unknown[];
    if (typeof first !== "string")
        throw new Error(failure.trim().replace(/^error: /, "") || "the emulator did not start");
    const { url, control, tokens, caFile } = JSON.parse(first) as Served;
    child.stdout.destroy();
    child.stderr.destroy();
    child.unref();
    return [
        `export CLOUDDB_BASE_URL='${url}'`,
        `export CLOUDDB_API_KEY='${tokens[0]?.token ?? ""}'`,
        `export CLOUDDB_EMULATOR_CONTROL='${control}'`,
        `export CLOUDDB_EMULATOR_PID='${child.pid}'`,
        ...(caFile === undefined ? [] : [`export CLOUDDB_EMULATOR_CA_FILE=${shellQuoted(caFile)}`]),
        "",
    ].join("\n");
}
