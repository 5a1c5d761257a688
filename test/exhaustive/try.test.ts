import { Suite, told } from "./suite";
import { creation } from "./scenarios/creation";
import { changes } from "./scenarios/changes";
import { deletion } from "./scenarios/deletion";
import { identity } from "./scenarios/identity";
import { commands } from "./scenarios/commands";

Error.stackTraceLimit = Number(process.env["STACK"] ?? 0);
test("all", async () => {
    const suite = await Suite.start();
    const out: string[] = [];
    let total = 0;
    const times: [number, string, number][] = [];
    for (const scenario of [...creation, ...changes, ...deletion, ...identity, ...commands].filter(({ name }) => !process.env["ONLY"] || name === process.env["ONLY"])) {
        const t = performance.now();
        let n = 0;
        let last = performance.now();
        for await (const run of suite.runsOf(scenario, () => process.env["ALL"] === "1")) {
            n++;
            const now = performance.now();
            if (n > 1) times.push([now - last, told(run, run.placed), run.played.length]);
            last = now;
            if (n === 1) {
                out.push(`${scenario.name}: ${run.played.map(({ phase, requests, done }) => `${phase.name} ${requests.length} ${done.ok}`).join(", ")}`);
                if (process.env["SHOW"]) out.push(...run.played.flatMap(({ phase, done, requests }) => [phase.name, done.words, ...requests.map(({ method, path, status }) => `   ${method} ${path} ${status}`)]));
            }
            if (run.violations.length > 0) out.push(`   ${told(run, run.placed)}\n      ${run.violations.map(({ rule, what }) => `rule ${rule}: ${what}`).join("\n      ")}`);
        }
        total += n;
        out.push(`   ${n} runs in ${((performance.now() - t) / 1000).toFixed(1)} s`);
    }
    out.push(String(total));
    require("node:fs").writeFileSync("/tmp/out.txt", out.join("\n"));
    const by = new Map<string, [number, number]>();
    for (const [ms, name] of times) { const k = name.split(" / ")[1]!.replace(/^\S+ /, ""); const [n, t] = by.get(k) ?? [0, 0]; by.set(k, [n + 1, t + ms]); }
    require("node:fs").writeFileSync("/tmp/times.txt", [...by].sort((a, b) => b[1][1] - a[1][1]).map(([k, [n, t]]) => `${(t/1000).toFixed(1)} s ${n} ${(t/n).toFixed(0)} ms ${k}`).join("\n") + "\n" + times.sort((a, b) => b[0] - a[0]).slice(0, 80).map(([ms, n, p]) => `${ms.toFixed(0)} ${p} ${n}`).join("\n"));
    await suite.stop();
}, 3_600_000);
