// The same services by the dynamic and by the native provider, on the Pulumi CLI.
import { cli } from "./support/engines.mjs";
import { startEmulator } from "./support/emulator.mjs";
import { interleaved, median, ratioOf, ratioText, seconds, whole } from "./support/figures.mjs";
import { timed } from "./support/processorTime.mjs";
import { makeDoors } from "./support/variants.mjs";

const operations = ["up", "up again", "preview", "refresh", "destroy"];
/** The native provider reads each resource before these. The dynamic one does so with `--refresh`, and is measured both ways. */
const reading = ["up again", "preview", "destroy"];

async function measure(project, emulator, count) {
    const env = { CLOUDDB_BASE_URL: emulator.url, CLOUDDB_API_KEY: emulator.token, BENCH_COUNT: String(count) };
    const stack = cli().open(project);
    const run = (name, ...options) => stack.run(name.split(" ")[0], env, options);
    const figures = { plain: {}, refresh: {} };
    const note = async (kind, name, ...options) => {
        await emulator.clearRequests();
        const { ms, cpuMs } = await timed(() => run(name, ...options));
        figures[kind][name] = { ms, cpuMs, calls: (await emulator.requests()).length };
    };
    try {
        await emulator.reset();
        for (const name of operations) await note("plain", name);
        if (project.name === "native") return figures;
        await run("up");
        for (const name of reading) await note("refresh", name, "--refresh");
    } finally {
        stack.remove();
    }
    return figures;
}

function tableOf(size, { clouddb, native }) {
    const rows = operations.map((name) => {
        const of = (rounds, kind, figure) => rounds.map((round) => round[kind][name]?.[figure]);
        const reads = reading.includes(name);
        const ratio = (figure) => {
            const bases = of(clouddb, reads ? "refresh" : "plain", figure);
            return bases[0] === undefined ? "" : ratioText(ratioOf(of(native, "plain", figure), bases));
        };
        const three = (figure, text) => [
            text(median(of(clouddb, "plain", figure))),
            reads ? text(median(of(clouddb, "refresh", figure))) : "",
            text(median(of(native, "plain", figure))),
        ];
        return [name, ...three("ms", seconds), ratio("ms"), ratio("cpuMs"), ...three("calls", whole)];
    });
    return {
        title: `${whole(size)} services, Pulumi CLI, ${clouddb.length} ${clouddb.length === 1 ? "round" : "rounds"}`,
        says: "The ratios compare the native provider with the dynamic one that reads as much: with --refresh, where that column has a figure.",
        columns: [
            "operation",
            "dynamic, s",
            "--refresh, s",
            "native, s",
            "native / dynamic",
            "processor time",
            "dynamic, calls",
            "--refresh, calls",
            "native, calls",
        ],
        rows,
    };
}

/** `--quick` measures few services. */
export async function doors({ quick, sizes, rounds, print }) {
    if (cli() === undefined) {
        console.log("\nThere is no pulumi on the PATH.");
        return [];
    }
    const emulator = await startEmulator();
    const projects = makeDoors();
    const data = [];
    try {
        for (const [size, times = rounds] of sizes ?? [[quick ? 10 : 100]]) {
            const results = { clouddb: [], native: [] };
            await interleaved(times, projects, async (project) => {
                results[project.name].push(await measure(project, emulator, size));
            });
            data.push({ size, rounds: results });
            print(tableOf(size, results));
        }
    } finally {
        for (const project of projects) project.remove();
        await emulator.stop();
    }
    return data;
}
