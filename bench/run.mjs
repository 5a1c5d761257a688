// `npm run bench -- cost|databases|doors|lateness|size ...`: what the package costs. docs/performance.md explains it. Without a name, all run.
// `--quick` takes fewer sizes and rounds, `--sizes 1,100,1000:1` sets the sizes of `cost` and `doors` (the last one with one round), `--rounds N` sets
// the rounds, and `--json FILE` writes all figures.
import { writeFileSync } from "node:fs";
import os from "node:os";
import { parseArgs } from "node:util";
import { cost } from "./cost.mjs";
import { databases } from "./databases.mjs";
import { doors } from "./doors.mjs";
import { lateness } from "./lateness.mjs";
import { size } from "./size.mjs";
import { print } from "./support/table.mjs";

const benchmarks = { cost, databases, doors, lateness, size };

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        quick: { type: "boolean", default: false },
        json: { type: "string" },
        rounds: { type: "string" },
        sizes: { type: "string" },
    },
});

const names = positionals.length > 0 ? positionals : Object.keys(benchmarks);
const unknown = names.find((name) => !Object.hasOwn(benchmarks, name));
if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}: ${Object.keys(benchmarks).join(", ")}.`);

const { quick } = values;
const context = {
    quick,
    /** Of `cost` and `doors`: `[size, rounds]`, the rounds where they differ. */
    sizes: values.sizes?.split(",").map((each) => each.split(":").map(Number)),
    rounds: Number(values.rounds ?? (quick ? 3 : 5)),
    print,
};

const cores = os.cpus().length;
const gigabytes = Math.round(os.totalmem() / 2 ** 30);
console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cores} cores, ${gigabytes} GB, ${os.platform()} ${os.arch()}, Node ${process.versions.node}`,
);
const data = {};
for (const name of names) {
    console.log(`\n=== ${name}`);
    const begun = Date.now();
    data[name] = await benchmarks[name](context);
    console.log(`\n(${Math.round((Date.now() - begun) / 1000)} s)`);
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(data, undefined, 2));
