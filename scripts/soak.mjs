// Random histories, for as long as one likes: `npm run soak -- --minutes N [--seed S]`. Stops at the first broken rule, with the
// smallest history that breaks it. `--mutant NAME` puts a known defect back (test/histories/mutants).
import { compiled } from "./compiled.mjs";

const args = process.argv.slice(2);
const at = args.indexOf("--mutant");
const [, name] = at < 0 ? [] : args.splice(at, 2);
const { mutants } = compiled(["test/histories/mutants"], "test/histories/mutants/index");
const mutant = mutants.find((each) => each.name === name);
if (name !== undefined && mutant === undefined) throw new Error(`there is no mutant ${name}`);
const { soak } = compiled(["src", "test/histories"], "test/histories/soak", mutant?.edits);
process.exitCode = await soak(args);
