// What the package costs a process before it does anything: files and milliseconds of loading, on top of the SDK's own, and the memory of
// a program with many resources, against as many plain `CustomResource`s with the same outputs. `node bench/load.mjs [--json]`
// prints both; another bench imports the functions. It runs dist/, so build first.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const entryOf = { program: "pulumi-clouddb", provider: "pulumi-clouddb/provider" };

/** Runs a script in a Node process of its own, in this package's folder, and returns what it prints as JSON. */
function measured(script, nodeArgs = []) {
    const text = execFileSync(process.execPath, [...nodeArgs, "-e", script], {
        cwd: root,
        encoding: "utf8",
        env: { ...process.env, NODE_OPTIONS: "", PULUMI_NODEJS_PROJECT: "p", PULUMI_NODEJS_STACK: "s" },
        maxBuffer: 2 ** 24,
    });
    return JSON.parse(text.trim().split("\n").at(-1));
}

/**
 * Loads the entry of one side where the SDK is loaded already: `files` of the package and of what it depends on, and milliseconds of
 * processor time and of the clock.
 *
 * @param {"program" | "provider"} side
 * @returns {{ files: number, cpuMs: number, ms: number }}
 */
export function loadOnce(side) {
    return measured(`
        process.argv.splice(1);
        require("@pulumi/pulumi");
        const known = new Set(Object.keys(require.cache));
        const cpu = process.cpuUsage();
        const begun = performance.now();
        require(${JSON.stringify(entryOf[side])});
        const ms = performance.now() - begun;
        const { user, system } = process.cpuUsage(cpu);
        const files = Object.keys(require.cache).filter((file) => !known.has(file)).length;
        console.log(JSON.stringify({ files, cpuMs: (user + system) / 1000, ms }));`);
}

/**
 * The memory of a program with `count` resources, once all are registered: the highest of the process, and what stays on the heap.
 * `bare` are resources of the SDK's own class with the outputs of a `Service`, and with its constant provider.
 *
 * @param {"services" | "bare" | "none"} kind
 * @param {number} count
 * @returns {{ peakMb: number, heapMb: number, cpuMs: number }}
 */
export function programMemory(kind, count) {
    return measured(
        `
        // The SDK's runner maps every stack trace to the sources.
        require(require("node:module").createRequire(require.resolve("@pulumi/pulumi")).resolve("source-map-support/register"));
        const pulumi = require("@pulumi/pulumi");
        const { Service } = require("pulumi-clouddb");
        pulumi.runtime.setMocks({
            newResource: ({ name, inputs }) => ({ id: name + "-id", state: inputs }),
            call: () => ({}),
        });
        const outputs = ${JSON.stringify(serviceOutputs)};
        const source = 'exports.handler=()=>require("pulumi-clouddb/provider").service;';
        class Bare extends pulumi.CustomResource {
            constructor(name, args) {
                const none = Object.fromEntries(outputs.map((output) => [output, undefined]));
                super("pulumi-nodejs:dynamic/clouddb:Bare", name, { ...none, ...args, __provider: source });
            }
        }
        const args = { regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4, environment: "DEV" };
        const make = { services: (name) => new Service(name, args), bare: (name) => new Bare(name, args), none: () => undefined };
        const cpu = process.cpuUsage();
        const all = [];
        for (let n = 0; n < ${count}; n++) all.push(make[${JSON.stringify(kind)}]("one-" + n));
        const settled = Promise.all(all.filter(Boolean).map((one) => new Promise((resolve) => one.urn.apply(resolve))));
        settled.then(() => setTimeout(() => {
            const { user, system } = process.cpuUsage(cpu);
            gc();
            const { heapUsed } = process.memoryUsage();
            const peakMb = process.resourceUsage().maxRSS / 1024;
            console.log(JSON.stringify({ peakMb, heapMb: heapUsed / 2 ** 20, cpuMs: (user + system) / 1000 }));
        }, 200));`,
        ["--expose-gc"],
    );
}

/** The outputs that a `Service` declares, by which the plain resources are made as well. */
const serviceOutputs = measured(`
    const pulumi = require("@pulumi/pulumi");
    const { Service } = require("pulumi-clouddb");
    let names = [];
    pulumi.runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) });
    const one = new Service("one", {});
    names = Object.keys(one).filter((key) => !key.startsWith("_") && !["urn", "id"].includes(key) && pulumi.Output.isInstance(one[key]));
    one.urn.apply(() => console.log(JSON.stringify(names)));`);

/** The median of each figure over several rounds. */
export function median(rounds) {
    const keys = Object.keys(rounds[0]);
    const middle = (key) => rounds.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(rounds.length / 2)];
    return Object.fromEntries(keys.map((key) => [key, Number(middle(key).toFixed(1))]));
}

const times = (count, act) => Array.from({ length: count }, act);

/** Everything at once: `{ load: { program, provider }, memory: { none, bare, services } }`, medians of `rounds`, interleaved. */
export function loadAndMemory({ rounds = 5, count = 1000 } = {}) {
    const loads = times(rounds, () => ({ program: loadOnce("program"), provider: loadOnce("provider") }));
    const memories = times(Math.min(rounds, 3), () => ({
        none: programMemory("none", count),
        bare: programMemory("bare", count),
        services: programMemory("services", count),
    }));
    const medians = (all) =>
        Object.fromEntries(Object.keys(all[0]).map((key) => [key, median(all.map((one) => one[key]))]));
    return { load: medians(loads), memory: medians(memories) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const figures = loadAndMemory();
    if (process.argv.includes("--json")) console.log(JSON.stringify(figures));
    else {
        console.table(figures.load);
        console.table(figures.memory);
    }
}
