// The emulator in a process of its own, so that what it takes is not counted as the bench's.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { root } from "./root.mjs";

const { request } = createRequire(import.meta.url)("undici");

/** Answers at once. @param {{ services?: number }} options */
export async function startEmulator({ services = 0 } = {}) {
    const command = path.join(root, "dist", "commands", "cli", "index.js");
    const args = ["emulator", "--time-scale", "0", "--services", String(services)];
    const child = spawn(process.execPath, [command, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(createInterface(child.stdout), "line");
    const { url, control, tokens } = JSON.parse(line);
    const [{ token, projects }] = tokens;
    const send = async (method, target) => {
        const { statusCode, body } = await request(target, { method, headers: { authorization: `Bearer ${token}` } });
        const text = await body.text();
        if (statusCode >= 300) throw new Error(`${method} ${target}: ${statusCode} ${text}`);
        return text === "" ? undefined : JSON.parse(text);
    };
    return {
        url,
        token,
        // For `deploy`.
        tokens,
        requests: () => send("GET", `${control}/requests`),
        clearRequests: () => send("DELETE", `${control}/requests`),
        reset: () => send("POST", `${control}/reset`),
        services: () => send("GET", `${url}/projects/${projects[0]}/services`),
        async stop() {
            child.kill("SIGTERM");
            await once(child, "close");
        },
    };
}
