// `npm run mutation -- --area lifecycle --sample 0.1 --seed 7` tests the tests: it changes the source in small ways, and lists the
// changes that no unit test notices. All of an area takes many hours; a sample is a tenth of its lines, drawn in blocks.
// `--file src/provider/lifecycle/project.ts` takes one file.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import fc from "fast-check";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const linesPerBlock = 10;
/** Tables that have no behaviour: the compiler holds them. */
const excluded = ["index.ts", "schemas.ts"];

const { values } = parseArgs({
    options: {
        area: { type: "string", default: "lifecycle" },
        sample: { type: "string", default: "1" },
        seed: { type: "string", default: "1" },
        concurrency: { type: "string", default: "2" },
        file: { type: "string" },
    },
});

const filesOf = (area) =>
    readdirSync(path.join(root, "src", "provider", area), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !excluded.includes(entry.name))
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
        .sort();

function blocksOf(file) {
    const lines = readFileSync(path.join(root, file), "utf8").split("\n").length;
    const count = Math.ceil(lines / linesPerBlock);
    return Array.from({ length: count }, (_, at) => `${file}:${at * linesPerBlock + 1}-${(at + 1) * linesPerBlock}`);
}

function drawn() {
    const all = filesOf(values.area).flatMap(blocksOf);
    const size = Math.round(all.length * Number(values.sample));
    console.log(`${values.area}: ${size} of ${all.length} blocks of ${linesPerBlock} lines, seed ${values.seed}`);
    const arbitrary = fc.shuffledSubarray(all, { minLength: size, maxLength: size });
    return fc.sample(arbitrary, { seed: Number(values.seed), numRuns: 1 })[0];
}

const mutate = values.file === undefined ? drawn() : [values.file];
const { status } = spawnSync(
    "npx",
    ["stryker", "run", "--mutate", mutate.join(","), "--concurrency", values.concurrency],
    { cwd: root, stdio: "inherit", env: { ...process.env, MUTATION_AREA: values.area } },
);
process.exitCode = status ?? 1;
