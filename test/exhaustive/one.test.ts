import { Suite, told } from "./suite";
import { traceOf } from "./trace";
import { creation } from "./scenarios/creation";
import { changes } from "./scenarios/changes";
import { deletion } from "./scenarios/deletion";
import { identity } from "./scenarios/identity";
import { commands } from "./scenarios/commands";
test("one", async () => {
    Error.stackTraceLimit = 0;
    const suite = await Suite.start();
    const wanted = process.env["ONE"]!;
    const scenario = [...creation, ...changes, ...deletion, ...identity, ...commands].find(({ name }) => wanted.split(" / ")[0] === name)!;
    for await (const run of suite.runsOf(scenario, (name) => name === wanted)) {
        if (told(run, run.placed) !== wanted) continue;
        require("node:fs").writeFileSync("/tmp/one.txt", `${traceOf(run)}\n${run.violations.map(({ rule, what }) => `rule ${rule}: ${what}`).join("\n")}\n`);
    }
    await suite.stop();
});
