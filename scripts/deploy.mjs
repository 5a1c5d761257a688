// One operation of the embedded engine in a process of its own, for the demo, the pictures, and tests that kill it:
// `node scripts/deploy.mjs OPTIONS`, the JSON of what `deploy` takes, with the `stateFile` in which its state is kept in plain text.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const { deploy } = createRequire(import.meta.url)("../dist/testing.js");
const { stateFile, ...options } = JSON.parse(process.argv[2]);
const { exitCode } = await deploy({
    ...options,
    state: existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, "utf8")) : undefined,
    onState(state) {
        // Whoever kills this process finds one version or the other.
        writeFileSync(`${stateFile}.next`, JSON.stringify(state));
        renameSync(`${stateFile}.next`, stateFile);
    },
    print: (text) => process.stdout.write(text),
});
process.exitCode = exitCode;
