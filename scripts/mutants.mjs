// Puts every known defect that the histories can meet back into the source, one at a time, and counts the histories until one breaks a rule:
// `npm run mutants -- [--only NAME] [--seed N] [--runs N]`. Exits with 1 if a defect is not found.
import { parseArgs } from "node:util";
import { compiled, ofHistories } from "./compiled.mjs";

const { values } = parseArgs({
    options: { only: { type: "string" }, seed: { type: "string" }, runs: { type: "string" } },
});
const seed = Number(values.seed ?? 1);
const runs = Number(values.runs ?? 2000);

const { mutants } = compiled(["test/histories/mutants"], "test/histories/mutants/index");
const wanted = mutants.filter(({ name, onlyExhaustive }) =>
    values.only === undefined ? onlyExhaustive !== true : name === values.only,
);
if (wanted.length === 0) throw new Error(`there is no mutant ${values.only}`);

const original = compiled(ofHistories, "test/histories/soak");
const sound = await original.Bench.start();

console.log("| defect | rule | histories | again |\n| --- | --- | --- | --- |");
let missed = 0;
for (const { name, defect, rule, edits } of wanted) {
    const found = edits.length === 0 ? undefined : await search(edits);
    if (found === undefined) missed++;
    const again = found ? `\`npm run soak -- --mutant ${name} --seed ${found.seed} --path ${found.path}\`` : "";
    console.log(
        `| ${defect} | ${rule} | ${found?.runs ?? (edits.length === 0 ? "no edits" : "not found")} | ${again} |`,
    );
}
await sound.stop();
process.exit(missed === 0 ? 0 : 1);

/** The first history that breaks a rule with the defect, and none without it. */
async function search(edits) {
    const { Bench, hunt } = compiled(ofHistories, "test/histories/soak", edits);
    const bench = await Bench.start();
    try {
        return await hunt(bench, seed, runs, (one) => original.isKept(sound, one));
    } finally {
        await bench.stop();
    }
}
