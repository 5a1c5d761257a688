// What the picture of a terminal shows: an engine runs the README's program on the emulator, and rules choose from what it prints.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const { startEmulator } = createRequire(import.meta.url)("../../dist/emulator/index.js");

export const hasCli = process.env.PATH.split(path.delimiter).some((folder) => existsSync(path.join(folder, "pulumi")));

const [, program] = /```ts\n(.*?)```/s.exec(readFileSync(path.join(root, "README.md"), "utf8"));
/** The second version of the program: twice the size. */
const bigger = program.replace("cpuMillis: 2000", "cpuMillis: 4000").replace("memoryGbs: 8", "memoryGbs: 16");
if (bigger === program) throw new Error("the README's program has no size to change");

/** What is said of the database, message by message. */
const aboutOrders = (printed) => printed.split(/^ {2}(?:\S+:)?Service \(?orders\)?:$/m).slice(1);

/** The first line of each message about the database. */
function said(printed) {
    return aboutOrders(printed).map((part) => part.split("\n")[1].trimEnd());
}

/** The first sentence of the last thing that is said of the database, which the CLI breaks into lines. */
function refusal(printed) {
    const [sentence] = aboutOrders(printed).at(-1).trim().split(". ");
    return [`    ${sentence.split(/\s+/).join(" ")}.`];
}

/** The rows of the database's last states that show a difference, without the time they took. */
function rows(printed) {
    const ends = printed.split("\n").filter((line) => /Service orders (refresh|updated)\b.*\[diff: /.test(line));
    const shown = ends.map((line) =>
        line
            .replace(/\S+:(?=Service)/, "")
            .replace(/( \([\d.]+s\)|; .*| \([\d.]+ s\))/g, "")
            .trimEnd(),
    );
    return [...new Set(shown)];
}

/** What was done, or would be, in numbers. */
const summary = (printed) => printed.split("\n").filter((line) => /^ {4}[+~-] \d+ /.test(line));

const scenes = [
    {
        typed: "up",
        note: "killed (SIGKILL) while the API creates the database",
        killed: "createService",
        shows: () => [],
    },
    {
        typed: "up",
        afterKill: true,
        shows: (printed) => [...said(printed).slice(-1), ...summary(printed)],
        counts: true,
    },
    {
        typed: "preview",
        note: "cpuMillis: 4000, memoryGbs: 16",
        source: bigger,
        shows: (printed) => [...said(printed), ...summary(printed)],
    },
    { typed: "up", source: bigger, shows: summary },
    {
        typed: "up --refresh",
        note: "someone has resized it in the console",
        drift: { cpu_millis: 500, memory_gbs: 2 },
        shows: (printed) => [...rows(printed), ...summary(printed)],
    },
    { typed: "destroy", fails: true, shows: (printed) => refusal(printed), counts: true },
];

function engineIn(folder) {
    const script = path.join(root, "scripts", "deploy.mjs");
    const embedded = ([operation, ...flags]) => {
        const refresh = flags.includes("--refresh");
        const options = {
            operation,
            refresh,
            dir: folder,
            stateFile: path.join(folder, "state.json"),
            refuseFirst: true,
        };
        return [process.execPath, [script, JSON.stringify(options)]];
    };
    const sure = ([operation, ...more]) =>
        operation === "preview"
            ? [operation, ...more]
            : [operation, "--yes", ...(operation === "up" ? ["--skip-preview"] : []), ...more];
    const cli = (args) => ["pulumi", [...args, "--non-interactive"]];
    return {
        name: "pulumi",
        prepare: hasCli ? [cli(["stack", "init", "dev"])] : [],
        operation: (args) => (hasCli ? cli(sure(args)) : embedded(args)),
        afterKill: hasCli ? [cli(["cancel", "--yes"])] : [],
        environment: {
            PULUMI_CONFIG_PASSPHRASE: "picture",
            PULUMI_BACKEND_URL: `file://${path.join(folder, "backend")}`,
            PULUMI_HOME: path.join(folder, "home"),
            PULUMI_SKIP_UPDATE_CHECK: "true",
            NO_COLOR: "1",
        },
    };
}

/** Runs a command in a process group of its own. @returns what it printed, and how it ended */
function run([command, args], folder, environment, started = () => undefined) {
    return new Promise((resolve, reject) => {
        const child = spawn(command, args, {
            cwd: folder,
            env: { ...process.env, ...environment },
            stdio: ["ignore", "pipe", "pipe"],
            detached: true,
        });
        let printed = "";
        for (const stream of [child.stdout, child.stderr])
            stream.setEncoding("utf8").on("data", (text) => (printed += text));
        child.once("error", reject);
        child.once("close", (code, signal) => resolve({ printed, code, signal }));
        started(child);
    });
}

const compiled = (source) =>
    ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } })
        .outputText;

function projectFolder() {
    const folder = mkdtempSync(path.join(tmpdir(), "picture-"));
    for (const name of ["backend", "home", "node_modules/@pulumi"])
        mkdirSync(path.join(folder, name), { recursive: true });
    for (const [target, name] of [
        [root, "pulumi-clouddb"],
        [path.join(root, "node_modules", "@pulumi", "pulumi"), "@pulumi/pulumi"],
    ])
        symlinkSync(target, path.join(folder, "node_modules", name), "junction");
    writeFileSync(path.join(folder, "package.json"), '{ "name": "picture", "main": "index.js" }');
    writeFileSync(
        path.join(folder, "Pulumi.yaml"),
        "name: orders\nruntime:\n  name: nodejs\n  options: { typescript: false }\n",
    );
    return folder;
}

/** @returns the lines of the picture */
export async function record() {
    const folder = projectFolder();
    const engine = engineIn(folder);
    const emulator = await startEmulator({ timeScale: 0.01 });
    const environment = { ...engine.environment, CLOUDDB_BASE_URL: emulator.url, CLOUDDB_API_KEY: emulator.token };
    const must = async (command) => {
        const { code, printed } = await run(command, folder, environment);
        if (code !== 0) throw new Error(printed);
    };
    const lines = [];
    try {
        for (const command of engine.prepare) await must(command);
        let source = program;
        for (const scene of scenes) {
            const { typed, note, killed, afterKill, drift, fails = false, counts = false } = scene;
            source = scene.source ?? source;
            writeFileSync(path.join(folder, "index.js"), compiled(source));
            for (const command of afterKill ? engine.afterKill : []) await must(command);
            if (drift) for (const { id } of emulator.world.services.values()) emulator.drift(id, drift);
            let child;
            const stop = emulator.intercept({
                after: ({ endpoint }) => void (endpoint === killed && process.kill(-child.pid, "SIGKILL")),
            });
            const result = await run(engine.operation(typed.split(" ")), folder, environment, (one) => (child = one));
            stop();
            const asExpected = killed ? result.signal === "SIGKILL" : (result.code !== 0) === fails;
            if (!asExpected) throw new Error(`${typed} ended with ${result.code ?? result.signal}:\n${result.printed}`);
            const shown = scene.shows(result.printed);
            if (shown.length === 0 && !killed)
                throw new Error(`${typed}: no line follows the rule:\n${result.printed}`);
            const command = [...(afterKill && hasCli ? ["pulumi cancel"] : []), `${engine.name} ${typed}`].join(" && ");
            lines.push(`$ ${command}${note === undefined ? "" : `   # ${note}`}`, ...shown);
            if (counts) lines.push(`# databases that exist: ${emulator.world.services.size}`);
        }
    } finally {
        await emulator.stop();
        rmSync(folder, { recursive: true, force: true });
    }
    return lines;
}
