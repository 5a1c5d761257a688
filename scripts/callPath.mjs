// Counts the files and functions of the provider that run in one operation, up to its mutating request and until its end, by V8's
// coverage: `npm run call-path`. `--list` names them. A function without a name, such as the callback of a `filter`, is read with the
// function that contains it, so it is counted apart.
import { Session } from "node:inspector";
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

/** Sends a command to the inspector of this process, which answers at once. */
function post(method, parameters) {
    let answer;
    session.post(method, parameters, (error, result) => {
        if (error) throw error;
        answer = result;
    });
    return answer;
}

const callback = "(callback)";

/** What the compiler adds: the getters of re-exported names, and the initialisers of fields. */
const isCompilers = ({ functionName }, url) =>
    functionName === "<instance_members_initializer>" || (functionName === "get" && url.endsWith("/index.js"));

/** What has run since the last call: by file, the names of the functions. */
const taken = () =>
    post("Profiler.takePreciseCoverage")
        .result.filter(({ url }) => /\/src\/(?!emulator\/)[^?]*$/.test(url) && url.includes("inProcess-"))
        .map(({ url, functions }) => [
            url.replace(/^.*\/src\//, ""),
            functions
                .filter((each) => each.ranges[0].count > 0 && !isCompilers(each, url))
                .map(({ functionName }) => functionName || callback),
        ])
        .filter(([, functions]) => functions.length > 0);

function text(files) {
    const functions = files.flatMap(([, names]) => names);
    const named = functions.filter((name) => name !== callback).length;
    return `${files.length} files, ${named} functions, ${functions.length - named} callbacks`;
}

post("Profiler.enable");
console.log("| operation | until its request | after it | as a whole |\n| --- | --- | --- | --- |");
for (const [name, prepare] of Object.entries(operations)) {
    // Once with the two parts counted apart, and once as a whole: a function may run in both parts.
    const parts = [];
    for (const isSplit of [true, false]) {
        const stack = await Stack.start();
        const operation = await prepare(stack);
        post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
        let isSent = false;
        const end = stack.emulator.intercept({
            before({ method }) {
                if (method === "GET" || isSent || !isSplit) return;
                isSent = true;
                parts.push(taken());
            },
        });
        await operation();
        parts.push(taken());
        end();
        post("Profiler.stopPreciseCoverage");
        await stack.stop();
    }
    console.log(`| ${name} | ${parts.map(text).join(" | ")} |`);
    if (process.argv.includes("--list"))
        for (const [file, functions] of parts[0]) console.log(`  ${file}: ${functions.join(", ")}`);
}
process.exit(0);
