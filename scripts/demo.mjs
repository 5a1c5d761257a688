// `npm run demo`: the main job on this machine alone, with the emulator in the place of the API. Every part is checked
// against the emulator's own books; anything that is not as claimed ends it with an error.
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { engines } from "./demo/engines.mjs";
import { parts } from "./demo/parts.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const program = path.join(root, "examples", "quickstart");
const { startEmulator } = createRequire(import.meta.url)("../dist/emulator/index.js");

/** Operations of the API take this fraction of their usual time. */
const timeScale = 0.01;

async function tell(openEngine) {
    const emulator = await startEmulator({ timeScale });
    const folder = mkdtempSync(path.join(tmpdir(), "clouddb-demo-"));
    const environment = { CLOUDDB_BASE_URL: emulator.url, CLOUDDB_API_KEY: emulator.token };
    const engine = openEngine({ root, program, folder, environment });
    const started = Date.now();
    const memory = {};
    let calls = 0;
    console.log(`\n### The demo on ${engine.name}. The API is the emulator's, on ${emulator.url}.`);
    try {
        for (const [index, part] of parts.entries()) {
            console.log(
                `\n--- ${index + 1}/${parts.length} ${part.says}\n    $ ${[part.operation, ...Object.entries(part.config).map(([key, value]) => `${key}=${value}`)].join(" ")}\n`,
            );
            part.before?.({ emulator });
            emulator.clearRequests();
            const code = await engine.run(part.operation, part.config);
            if ((code !== 0) !== (part.fails ?? false))
                throw new Error(`${part.operation} ended with exit code ${code}.`);
            const requests = emulator.requests();
            calls += requests.length;
            const mutations = requests.filter(({ method }) => method !== "GET").map(({ endpoint }) => endpoint);
            part.holds({ emulator, requests, mutations, memory });
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
