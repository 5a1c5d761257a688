// All single faults of the short scenarios: `npm run exhaust -- [--scenario NAME]... [--pairs] [--part N/M] [--run NAME] [--mutant NAME]`.
// `--run` replays one run, with its requests. `--mutant` puts a known defect back (test/histories/mutants).
import { parseArgs } from "node:util";
import { compiled, ofHistories } from "./compiled.mjs";

const { values } = parseArgs({
    options: {
        scenario: { type: "string", multiple: true },
        pairs: { type: "boolean" },
        part: { type: "string" },
        run: { type: "string" },
        mutant: { type: "string" },
    },
});
const { mutants } = compiled(["test/histories/mutants"], "test/histories/mutants/index");
const mutant = mutants.find(({ name }) => name === values.mutant);
if (values.mutant !== undefined && mutant === undefined) throw new Error(`there is no mutant ${values.mutant}`);
const { exhaustAll } = compiled([...ofHistories, "test/exhaustive"], "test/exhaustive/entry", mutant?.edits);
process.exitCode = await exhaustAll(values);
process.exit();
