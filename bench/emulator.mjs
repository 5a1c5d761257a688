// How fast the emulator answers, measured from another process over real HTTP: `npm run bench:emulator`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { fileURLToPath, URL } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { Pool } = createRequire(import.meta.url)("undici");
const rounds = 200;
const warmUp = 20;

async function start(services) {
    const command = path.join(root, "dist", "emulator", "cli.js");
    const begun = performance.now();
    const child = spawn(process.execPath, [command, "--services", String(services)], {
        stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(createInterface(child.stdout), "line");
    const { url, tokens } = JSON.parse(line);
    const [{ token, projects }] = tokens;
    const pool = new Pool(new URL(url).origin, { connections: 1 });
    const call = async (method, target, body) => {
        const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) };
        const answer = await pool.request({ method, path: `/v1/projects/${projects[0]}${target}`, headers, body });
        return answer.body.text();
    };
    const stop = async () => {
        await pool.close();
        child.kill("SIGTERM");
        await once(child, "close");
    };
    return { call, stop, startMs: performance.now() - begun };
}

async function measure(what, act) {
    const times = [];
    let bytes = 0;
    for (let round = 0; round < warmUp + rounds; round++) {
        const begun = performance.now();
        bytes = (await act(round)).length;
        if (round >= warmUp) times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.floor((times.length - 1) * share)].toFixed(2).padStart(8);
    console.log(`${what.padEnd(44)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   max ${at(1)} ms   ${bytes} bytes`);
}

for (const services of [0, 1000, 10_000]) {
    const { call, stop, startMs } = await start(services);
    console.log(`\n${services} services, started in ${startMs.toFixed(0)} ms`);
    await measure("GET services", () => call("GET", "/services"));
    await measure("POST services", (n) => call("POST", "/services", JSON.stringify({ name: `new-${n}` })));
    const [{ service_id: id }] = JSON.parse(await call("GET", "/services"));
    await measure("GET services/{service_id}", () => call("GET", `/services/${id}`));
    await measure("GET services/{service_id}/logs", () => call("GET", `/services/${id}/logs`));
    await stop();
}
