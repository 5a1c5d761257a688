// Random histories, for as long as one likes: `npm run soak -- --minutes N [--runs N] [--seed S]`. Stops at the first broken rule, with
// the smallest history that breaks it. `--mutant NAME` puts a known defect back (test/histories/mutants). `--processes` runs program and
// provider in processes, on the embedded engine; `--cli` on the `pulumi` of the PATH.
import { bundle } from "./build/bundle.mjs";
import { compiled, ofHistories, root } from "./compiled.mjs";

const args = process.argv.slice(2);
const at = args.indexOf("--mutant");
const [, name] = at < 0 ? [] : args.splice(at, 2);
const { mutants } = compiled(["test/histories/mutants"], "test/histories/mutants/index");
const mutant = mutants.find((each) => each.name === name);
if (name !== undefined && mutant === undefined) throw new Error(`there is no mutant ${name}`);
if (args.some((arg) => arg === "--processes" || arg === "--cli")) {
    if (mutant !== undefined) throw new Error("processes run dist/, which has no mutants");
    await bundle(root);
}
const { soak } = compiled(ofHistories, "test/histories/soak", mutant?.edits);
process.exitCode = await soak(args, name);
