import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./root.mjs";

const probe = path.join(root, "bench", "support", "probe.cjs");

/** Runs a deployment with an environment that notes the memory of its processes: the highest of program and provider, in MB. */
export async function withPeaks(run) {
    const folder = mkdtempSync(path.join(tmpdir(), "clouddb-bench-probe-"));
    try {
        await run({ BENCH_PROBE: folder, NODE_OPTIONS: `--require ${probe}` });
        const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
        const notes = files.map((file) => JSON.parse(readFileSync(path.join(folder, file), "utf8")));
        const highest = (role) =>
            Math.max(0, ...notes.filter((note) => note.role === role).map(({ peakMb }) => peakMb));
        return { program: highest("program"), provider: highest("provider") };
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}
