// Each mutant still changes a line of today's source: one that no longer applies proves nothing.
import { readFileSync } from "node:fs";
import path from "node:path";
import { mutants } from "../histories/mutants";

const root = path.resolve(__dirname, "..", "..");

test.each(mutants.map(({ name, edits }) => [name, edits] as const))("%s applies", (_, edits) => {
    for (const { file, find } of edits)
        expect(readFileSync(path.join(root, file), "utf8").split(find).length - 1).toBe(1);
});
