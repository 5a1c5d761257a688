// Part 2: the same stack as a user would otherwise have it. Operations take minutes here, on a clock that runs BENCH_FACTOR times as
// fast in the processes that wait, beside an emulator whose operations are as much shorter.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { makeProjects } from "./support/documented.mjs";
import { embedded } from "./support/engines.mjs";
import { startEmulator } from "./support/emulator.mjs";
import { interleaved, median, ratioOf, ratioText, whole } from "./support/figures.mjs";
import { stateBytes } from "./support/stateBytes.mjs";
import { root } from "./support/root.mjs";

/** What makes an operation end midway between two looks of a fixed schedule, which is where it ends on average. */
const stretch = 1.0625;
/** How long the emulator takes at this scale, in milliseconds. */
const lasts = { up: 120_000 * stretch, destroy: 60_000 * stretch };
const operations = ["up", "refresh", "destroy"];

const now = () => performance.timeOrigin + performance.now();

/** A stack of the embedded engine; `run` returns when each resource was done. */
function deployed(project, env) {
    const stack = embedded.open(project);
    return {
        async run(operation) {
            const done = {};
            await stack.run(operation, env, (event) => {
                const urn = event.kind === "done" ? (event.step.next ?? event.step.old).urn : undefined;
                if (urn !== undefined) done[urn.split("::").at(-1)] = now();
            });
            return done;
        },
        bytes: () => stateBytes(stack.state(), "one-0"),
    };
}

const scripted = (project, env) => ({
    run: async (operation) =>
        JSON.parse(
            execFileSync(process.execPath, ["index.js", operation], {
                cwd: project.folder,
                encoding: "utf8",
                env: { ...process.env, ...env },
            }),
        ),
    bytes: () => 0,
});

/** One operation: how late each was told of, when the last was after the first call, and the requests. All on the scaled clock. */
async function measure(stack, operation, emulator, factor, ids) {
    await emulator.clearRequests();
    const begun = now();
    const done = await stack.run(operation);
    const ended = now();
    const requests = await emulator.requests();
    const changes = requests.filter(({ method }) => method !== "GET");
    const nameOf = ({ method, path: target, body }) =>
        method === "POST" ? body.name : ids.get(target.split("/").at(-1));
    const late = changes.map((request) => (done[nameOf(request)] - request.at) * factor - lasts[operation]);
    const first = changes[0]?.at ?? begun;
    const last = changes.length === 0 ? ended : Math.max(...changes.map((request) => done[nameOf(request)]));
    return { ms: (last - first) * (changes.length === 0 ? 1 : factor), late, calls: requests.length };
}

export async function alternatives({ quick, rounds, print }) {
    const count = quick ? 8 : 16;
    const factor = quick ? 30 : 10;
    const emulator = await startEmulator({ timeScale: stretch / factor });
    const projects = makeProjects();
    const env = {
        CLOUDDB_BASE_URL: emulator.url,
        CLOUDDB_API_KEY: emulator.token,
        BENCH_PROJECT: emulator.projectId,
        BENCH_COUNT: String(count),
        BENCH_FACTOR: String(factor),
    };
    const fast = { ...env, NODE_OPTIONS: `--require ${path.join(root, "bench", "support", "fastClock.cjs")}` };
    const open = {
        clouddb: () => deployed(projects.clouddb, fast),
        documented: () => deployed(projects.documented, env),
        script: () => scripted(projects.script, env),
    };
    const results = { clouddb: [], documented: [], script: [] };
    try {
        await interleaved(rounds, Object.keys(open), async (name) => {
            await emulator.reset();
            const stack = open[name]();
            const figures = {};
            let ids = new Map();
            for (const operation of operations) {
                figures[operation] = await measure(stack, operation, emulator, factor, ids);
                if (operation !== "up") continue;
                ids = new Map((await emulator.services()).map(({ service_id: id, name: own }) => [id, own]));
                figures.bytes = stack.bytes();
            }
            results[name].push(figures);
        });
    } finally {
        for (const project of Object.values(projects)) project.remove();
        await emulator.stop();
    }
    return { tables: tablesOf(results, count, rounds).map(print), data: { count, factor, results } };
}

const labels = { clouddb: "pulumi-clouddb", documented: "dynamic provider of the docs", script: "undici script" };

function tablesOf(results, count, rounds) {
    const of = (name, operation, figure) => results[name].map((round) => round[operation][figure]);
    const lateOf = (name, operation) => results[name].flatMap((round) => round[operation].late);
    const seconds = (ms) => (ms / 1000).toFixed(1);
    const rowsOf = (operation) =>
        Object.keys(labels).map((name) => {
            const late = lateOf(name, operation);
            return [
                `${operation}, ${labels[name]}`,
                seconds(median(of(name, operation, "ms"))),
                ratioText(ratioOf(of(name, operation, "ms"), of("script", operation, "ms"))),
                whole(median(of(name, operation, "calls"))),
                late.length === 0 ? "" : seconds(median(late)),
                late.length === 0 ? "" : seconds(Math.max(...late)),
            ];
        });
    return [
        {
            title: `${count} services that take 127.5 s to create and 63.75 s to delete, ${rounds} rounds`,
            says: "Seconds as the processes that wait see them, from the first call to the last return; of `refresh` those of the clock on the wall, with the start of the processes. Lateness includes the latencies of this machine, multiplied by the clock's factor.",
            columns: ["operation", "s", "against the script", "calls", "late: median, s", "late: most, s"],
            rows: operations.flatMap(rowsOf),
        },
        {
            title: "State",
            columns: ["", "bytes of a service"],
            rows: ["clouddb", "documented"].map((name) => [
                labels[name],
                whole(median(results[name].map(({ bytes }) => bytes))),
            ]),
        },
    ];
}
