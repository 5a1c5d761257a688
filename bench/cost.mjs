// What each operation costs, against as many resources that do nothing.
import { embedded, engines } from "./support/engines.mjs";
import { startEmulator } from "./support/emulator.mjs";
import { interleaved, median, ratioOf, ratioText, seconds, whole } from "./support/figures.mjs";
import { sampleOutputs } from "./support/outputs.mjs";
import { timed } from "./support/processorTime.mjs";
import { makeVariants } from "./support/variants.mjs";

const operations = [
    ["up", "up"],
    ["up again", "up"],
    ["preview", "preview"],
    ["refresh", "refresh"],
    ["destroy", "destroy"],
];

/** `--quick` measures the CLI, whose processes take longer to start, with few resources only. */
const sizesOf = (engine, { quick, sizes }) => {
    if (sizes !== undefined) return sizes;
    if (!quick) return [[1], [10], [100], [1000]];
    return engine === embedded ? [[10], [100]] : [[10]];
};

/** All operations on a new stack of one variant: `{ [operation]: { ms, cpuMs, calls } }`. */
async function measure(engine, project, emulator, count) {
    const env = { CLOUDDB_BASE_URL: emulator.url, CLOUDDB_API_KEY: emulator.token, BENCH_COUNT: String(count) };
    const stack = engine.open(project);
    const figures = {};
    try {
        await emulator.reset();
        for (const [name, operation] of operations) {
            await emulator.clearRequests();
            const { ms, cpuMs } = await timed(() => stack.run(operation, env));
            figures[name] = { ms, cpuMs, calls: (await emulator.requests()).length };
        }
    } finally {
        stack.remove();
    }
    return figures;
}

function tableOf(engine, size, rounds) {
    const take = (variant, operation, figure) => rounds[variant].map((round) => round[operation][figure]);
    const rows = operations.map(([name]) => {
        const of = (variant, figure = "ms") => take(variant, name, figure);
        const cpu =
            of("clouddb", "cpuMs")[0] === undefined
                ? ""
                : ratioText(ratioOf(of("clouddb", "cpuMs"), of("bare", "cpuMs")));
        return [
            name,
            seconds(median(of("bare"))),
            seconds(median(of("clouddb"))),
            ratioText(ratioOf(of("clouddb"), of("bare"))),
            cpu,
            ratioText(ratioOf(of("dynamic"), of("bare"))),
            whole(median(of("clouddb", "calls"))),
        ];
    });
    return {
        title: `${whole(size)} ${size === 1 ? "service" : "services"}, ${engine}, ${rounds.bare.length} ${rounds.bare.length === 1 ? "round" : "rounds"}`,
        columns: [
            "operation",
            "bare, s",
            "clouddb, s",
            "clouddb / bare",
            "processor time",
            "dynamic.Resource / bare",
            "calls",
        ],
        rows,
    };
}

export async function cost({ quick, sizes, rounds, print }) {
    const emulator = await startEmulator();
    const variants = makeVariants(await sampleOutputs(emulator));
    const data = [];
    try {
        for (const engine of engines())
            for (const [size, times = rounds] of sizesOf(engine, { quick, sizes })) {
                const results = { bare: [], clouddb: [], dynamic: [] };
                await interleaved(times, variants, async (variant) => {
                    results[variant.name].push(await measure(engine, variant, emulator, size));
                });
                data.push({ engine: engine.name, size, rounds: results });
                print(tableOf(engine.name, size, results));
            }
    } finally {
        for (const variant of variants) variant.remove();
        await emulator.stop();
    }
    return data;
}
