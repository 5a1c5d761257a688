// The emulator's databases: how soon they answer, their memory, and a fork of a large one. The first two times are of new processes.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import pg from "pg";
import { median, seconds, whole } from "./support/figures.mjs";
import { root } from "./support/root.mjs";

const require = createRequire(import.meta.url);
const { fetch } = require("undici");
const services = 20;

async function timedMs(act) {
    const begun = performance.now();
    const result = await act();
    return { ms: performance.now() - begun, result };
}

/** The time from loading the emulator to its start, in a new process. */
function startMs(options) {
    const script = `
        const begun = performance.now();
        const { startEmulator } = require("${root}/dist/emulator");
        startEmulator(${JSON.stringify(options)}).then(async (emulator) => {
            console.log(performance.now() - begun);
            await emulator.stop();
        });`;
    return Number(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }));
}

/** The time from a SIGKILL of an emulator with databases until no process works in their folder any more. Linux only. */
async function endMs(folder) {
    const script = `
        const { startEmulator } = require("${root}/dist/emulator");
        startEmulator({ timeScale: 0, databases: true }).then(async (emulator) => {
            emulator.create.services(${services});
            await emulator.databasesReady();
            process.kill(process.pid, "SIGKILL");
        });`;
    await once(spawn(process.execPath, ["-e", script], { stdio: "inherit" }), "exit");
    const end = await timedMs(async () => {
        while (memoryOf(folder) > 0) await setImmediate();
    });
    return end.ms;
}

/** Kilobytes of all processes that work in a folder, where what several share is divided among them. Linux only. */
function memoryOf(folder) {
    const each = readdirSync("/proc").map((pid) => {
        try {
            if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) return 0;
            return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]);
        } catch {
            // No process, or one that has ended.
            return 0;
        }
    });
    return each.reduce((sum, one) => sum + one, 0);
}

const fill = (megabytes) =>
    `CREATE TABLE filling AS SELECT n, (SELECT string_agg(md5(n::text || m), '') FROM generate_series(1, 32) m) AS text
     FROM generate_series(1, ${megabytes * 940}) n`;

async function run(endpoint, password, statement) {
    const client = new pg.Client({ ...endpoint, user: "tsdbadmin", database: "tsdb", password });
    await client.connect();
    try {
        return (await client.query(statement)).rows;
    } finally {
        await client.end();
    }
}

export async function databases({ quick, rounds, print }) {
    const { startEmulator } = require(`${root}/dist/emulator`);
    const folder = mkdtempSync(path.join(tmpdir(), "clouddb-bench-databases-"));
    chmodSync(folder, 0o755);
    const former = process.env.TMPDIR;
    process.env.TMPDIR = folder;
    const data = {};
    try {
        data.without = Array.from({ length: rounds }, () => startMs({ timeScale: 0 }));
        data.template = startMs({ timeScale: 0, databases: true });
        data.with = Array.from({ length: rounds }, () => startMs({ timeScale: 0, databases: true }));
        const emulator = await startEmulator({ timeScale: 0, databases: true });
        const api = `${emulator.url}/projects/${emulator.projectId}/services`;
        const post = async (target, body) => {
            const headers = { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" };
            const response = await fetch(`${api}${target}`, { method: "POST", headers, body: JSON.stringify(body) });
            if (!response.ok) throw new Error(`${target}: ${await response.text()}`);
            return response.json();
        };
        const answering = async (target, body) => {
            const service = await post(target, body);
            await run(service.endpoint, service.initial_password, "SELECT 1");
            return service;
        };
        const made = [];
        for (let n = 0; n < services; n++) made.push(await timedMs(() => answering("", { name: `service-${n}` })));
        const [first, ...further] = made;
        data.first = first.ms;
        data.further = further.map(({ ms }) => ms);
        data.memoryMb = memoryOf(folder) / 1024;
        const { service_id: id, endpoint, initial_password: password } = first.result;
        await run(endpoint, password, fill(quick ? 100 : 1024));
        const [{ size }] = await run(endpoint, password, "SELECT pg_database_size('tsdb') AS size");
        data.forkedMb = Number(size) / 2 ** 20;
        data.forks = [];
        for (let n = 0; n < rounds; n++)
            data.forks.push((await timedMs(() => answering(`/${id}/forkService`, { fork_strategy: "NOW" }))).ms);
        await emulator.stop();
        data.end = await endMs(folder);
    } finally {
        if (former === undefined) delete process.env.TMPDIR;
        else process.env.TMPDIR = former;
        rmSync(folder, { recursive: true, force: true });
    }
    print({
        title: `databases, ${rounds} rounds of each start`,
        columns: ["what", "measured", "bound"],
        rows: [
            ["start of the emulator without databases", `${seconds(median(data.without))} s`, ""],
            ["start with databases, once: makes the template", `${seconds(data.template)} s`, ""],
            ["start with databases", `${seconds(median(data.with))} s`, ""],
            ["first service answers", `${seconds(data.first)} s`, "1 s"],
            ["each further one, median", `${seconds(median(data.further))} s`, "0.3 s"],
            [`memory of ${services} services`, `${whole(data.memoryMb)} MB`, "500 MB"],
            [
                `fork of ${whole(data.forkedMb)} MB answers, median`,
                `${seconds(median(data.forks))} s`,
                quick ? "" : "5 s",
            ],
            [`end of ${services} databases after a SIGKILL of the emulator`, `${seconds(data.end)} s`, "2 s"],
        ],
    });
    return data;
}
