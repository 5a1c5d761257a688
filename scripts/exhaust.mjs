// All single faults of the short scenarios: `npm run exhaust -- [--scenario NAME]... [--pairs] [--part N/M] [--report]`. `--report` writes the
// table of test/track-record.md. `--run NAME` replays one run, with its requests. `--mutant NAME` puts a known defect back
// (test/histories/mutants), and `--mutants` all of them, one at a time: each has to break a rule.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { compiled, ofHistories, root } from "./compiled.mjs";

const { values } = parseArgs({
    options: {
        scenario: { type: "string", multiple: true },
        pairs: { type: "boolean" },
        part: { type: "string" },
        report: { type: "boolean" },
        run: { type: "string" },
        mutant: { type: "string" },
        mutants: { type: "boolean" },
    },
});
const load = (edits) => compiled([...ofHistories, "test/exhaustive"], "test/exhaustive/entry", edits);
const log = (text) => console.log(text);
const { mutants } = compiled(["test/histories/mutants"], "test/histories/mutants/index");

process.exit(values.mutants ? await all() : await one());

/** One run of the suite, with the defect that `--mutant` names. */
async function one() {
    const mutant = mutants.find(({ name }) => name === values.mutant);
    if (values.mutant !== undefined && mutant === undefined) throw new Error(`there is no mutant ${values.mutant}`);
    const rows = [];
    const kinds = await load(mutant?.edits).exhaustAll(values, log, (row) => {
        rows.push(row);
        log(`${row.name}: ${row.requests} requests, ${row.runs} runs, ${row.seconds.toFixed(1)} s`);
    });
    if (kinds.found.size > 0) log(kinds.text());
    const isWhole = !values.run && !values.pairs && !values.part && mutant === undefined;
    const missing = isWhole ? rows.flatMap(({ name, missing }) => missing.map((what) => `${name}: ${what}`)) : [];
    for (const line of missing) log(`never reached: ${line}`);
    const isGood = kinds.found.size === 0 && missing.length === 0;
    if (values.report && isGood && isWhole && !values.scenario) writeReport(rows);
    return isGood ? 0 : 1;
}

/** The rows of the table between the two comments of the page. */
function writeReport(rows) {
    const file = path.join(root, "test/track-record.md");
    const text = readFileSync(file, "utf8");
    const [begin, end] = ["<!-- exhaustive -->", "<!-- /exhaustive -->"];
    const [at, to] = [text.indexOf(begin), text.indexOf(end)];
    if (at < 0 || to < at) throw new Error(`${file} has no place for the report`);
    const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
    const table = [
        "| scenario | requests | faults and acts | runs |",
        "| --- | --: | --: | --: |",
        ...rows.map(({ name, requests, strikes, runs }) => `| ${name} | ${requests} | ${strikes} | ${runs} |`),
        `| all | ${sum("requests")} | | ${sum("runs")} |`,
        "",
        `${sum("reached")} situations that these pages name were reached, and no rule was broken.`,
    ];
    writeFileSync(file, `${text.slice(0, at + begin.length)}\n\n${table.join("\n")}\n\n${text.slice(to)}`);
}

/** Each defect has to be found. */
async function all() {
    let missed = 0;
    for (const { name, rule, edits, exhaustive } of mutants) {
        if (exhaustive === undefined) continue;
        let runs = 0;
        const wanted = { scenario: exhaustive, first: true };
        const kinds = await load(edits).exhaustAll(wanted, log, (row) => (runs += row.runs));
        const [found] = kinds.found.values();
        if (found === undefined) missed++;
        log(`${name} (rule ${rule}): ${found === undefined ? "NOT FOUND" : `run ${runs}: ${found.kind}`}`);
    }
    return missed === 0 ? 0 : 1;
}
