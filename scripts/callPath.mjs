// Counts the files and functions of the provider that run in one operation, by V8's coverage: `npm run call-path`.
import { Session } from "node:inspector/promises";
import { compiled } from "./compiled.mjs";

const { Stack } = compiled(["src", "test/support"], "test/support/inProcess");
const size = { cpuMillis: 500, memoryGbs: 2 };

/** By what it shows: what comes before, and the operation that is counted. */
const operations = {
    "`cpuMillis` in an update": async (stack) => {
        const before = await stack.up("Service", "orders", size);
        return () => stack.up("Service", "orders", { ...size, cpuMillis: 1000, memoryGbs: 4 }, before);
    },
    "`forkFrom.targetTime` in a create": async (stack) => {
        const { id: serviceId } = await stack.up("Service", "orders", size);
        await stack.clock.sleep(3_600_000);
        const targetTime = new Date(stack.clock.now() - 60_000).toISOString();
        return () => stack.up("Service", "fork", { forkFrom: { serviceId, strategy: "PITR", targetTime } });
    },
    "a 409 of `setHA`": async (stack) => {
        const before = await stack.up("Service", "orders", size);
        const body = { code: "CONFLICT", message: "Another operation is in progress." };
        stack.emulator.faults.add({ do: { kind: "status", status: 409, body }, endpoint: "setServiceHa" });
        return () => stack.up("Service", "orders", { ...size, replicaCount: 1 }, before);
    },
};

const session = new Session();
session.connect();
await session.post("Profiler.enable");
console.log("| operation | files | functions |\n| --- | --- | --- |");
for (const [name, prepare] of Object.entries(operations)) {
    const stack = await Stack.start();
    const operation = await prepare(stack);
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await operation();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    await session.post("Profiler.stopPreciseCoverage");
    await stack.stop();
    const files = result
        .filter(({ url }) => /\/src\/(?!emulator\/)[^?]*$/.test(url) && url.includes("inProcess-"))
        .map(({ functions }) => functions.filter(({ ranges }) => ranges[0].count > 0).length)
        .filter((functions) => functions > 0);
    console.log(`| ${name} | ${files.length} | ${files.reduce((sum, functions) => sum + functions, 0)} |`);
}
process.exit(0);
