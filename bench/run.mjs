// `npm run bench`: what the package costs, side by side with what does the same or nothing. `--quick` takes less than 5 minutes,
// `--part 1,3` runs some parts, `--sizes 100,1000:1` some sizes of part 1 (the last one in one round), `--json FILE` keeps all figures,
// `--write` puts the tables into docs/performance.md, and the picture.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { alternatives } from "./alternatives.mjs";
import { cost } from "./cost.mjs";
import { lateness } from "./lateness.mjs";
import { size } from "./size.mjs";
import { goals } from "./support/goals.mjs";
import { machine } from "./support/machine.mjs";
import { writeDocument } from "./support/document.mjs";
import { toText } from "./support/table.mjs";

const parts = {
    1: { title: "Operations, against resources that do nothing", run: cost },
    2: { title: "The same stack without this package", run: alternatives },
    3: { title: "Lateness", run: lateness },
    4: { title: "Loading, memory, state", run: size },
};

const { values } = parseArgs({
    options: {
        quick: { type: "boolean", default: false },
        json: { type: "string" },
        write: { type: "boolean", default: false },
        part: { type: "string", default: Object.keys(parts).join(",") },
        rounds: { type: "string" },
        sizes: { type: "string" },
    },
});

const { quick } = values;
const context = {
    quick,
    /** Of part 1: `[size, rounds]`, the rounds where they differ. */
    sizes: values.sizes?.split(",").map((size) => size.split(":").map(Number)),
    rounds: Number(values.rounds ?? (quick ? 3 : 5)),
    print(table) {
        console.log(toText(table));
        return table;
    },
};

const results = {};
for (const number of values.part.split(",")) {
    const part = parts[number];
    if (part === undefined) throw new Error(`There is no part ${number}: 1, 2, 3, 4.`);
    console.log(`\n=== ${number}. ${part.title}`);
    const begun = Date.now();
    results[number] = { title: part.title, ...(await part.run(context)) };
    console.log(`\n(${Math.round((Date.now() - begun) / 1000)} s)`);
}

const command = `npm run bench${process.argv.length > 2 ? ` -- ${process.argv.slice(2).join(" ")}` : ""}`;
const report = { ...machine(), command, parts: results, goals: context.print(goals(results)) };
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(report, undefined, 2));
if (values.write) writeDocument(report);
