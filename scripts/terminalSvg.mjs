// `npm run docs:picture`: writes docs/images/run.svg, a picture of a terminal in which the README's program is deployed. What it shows is
// the real output of clouddb-try against the emulator, without what differs from run to run: durations and progress. With `--check` it
// writes nothing, and fails where the picture is not current. It runs dist/, so build first.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { writeGenerated } from "./generatedFiles.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { startEmulator } = createRequire(import.meta.url)("../dist/emulator/index.js");

const [, program] = /```ts\n(.*?)```/s.exec(readFileSync(path.join(root, "README.md"), "utf8"));
/** The second version of the program: twice the size. */
const bigger = program.replace("cpuMillis: 2000", "cpuMillis: 4000").replace("memoryGbs: 8", "memoryGbs: 16");
if (bigger === program) throw new Error("the README's program has no size to change");

const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };

const scenes = [
    { typed: "npx clouddb-try preview", operation: "preview", source: program },
    { typed: "npx clouddb-try up", operation: "up", source: program },
    { typed: "# cpuMillis: 4000, memoryGbs: 16", source: bigger },
    { typed: "npx clouddb-try up", operation: "up", source: bigger },
    { typed: "npx clouddb-try up", operation: "up", source: bigger },
];

function run(operation, folder, emulator) {
    const args = [operation, "--cwd", folder, "--stack", "dev", "--state", path.join(folder, "state.json")];
    const env = {
        ...process.env,
        CLOUDDB_BASE_URL: emulator.url,
        CLOUDDB_API_KEY: emulator.token,
        PULUMI_CONFIG_PASSPHRASE: "picture",
    };
    return new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [path.join(root, "dist", "engine", "cli.js"), ...args], {
            env,
            stdio: ["ignore", "pipe", "inherit"],
        });
        let printed = "";
        child.stdout.setEncoding("utf8").on("data", (text) => (printed += text));
        child.once("error", reject);
        child.once("close", (code) => (code === 0 ? resolve(printed) : reject(new Error(printed))));
    });
}

/** The rows of what is done, and the summary. */
function shown(printed) {
    const [rows, after = ""] = printed.split("\nOutputs:\n");
    const done = rows.split("\n").filter((row) => /^ [+~] .* (create|created|updated)( |$)/.test(row));
    const summary = after.split("\nResources:\n")[1]?.split("\n\n")[0] ?? "";
    return [...done.map((row) => row.replace(/ \([\d.]+ m?s\)$/, "")), "Resources:", ...summary.trimEnd().split("\n")];
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function classOf(line) {
    if (line.startsWith("$")) return "typed";
    if (/^ +\+ /.test(line)) return "create";
    if (/^ +~ /.test(line)) return "update";
    return line.startsWith("#") ? "note" : "plain";
}

function svg(lines) {
    const [lineHeight, left, top] = [19, 20, 52];
    const height = top + lines.length * lineHeight + 8;
    const texts = lines.map(
        (line, n) =>
            `<text class="${classOf(line)}" x="${left}" y="${top + n * lineHeight}" xml:space="preserve">${escaped(line)}</text>`,
    );
    return `<svg xmlns="http://www.w3.org/2000/svg" width="760" height="${height}" viewBox="0 0 760 ${height}" role="img" aria-label="A terminal">
<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d0d7de; }
.typed { fill: #ffffff; font-weight: bold; } .create { fill: #57ab5a; } .update { fill: #daaa3f; } .note { fill: #8b949e; }
</style>
<rect width="760" height="${height}" rx="8" fill="#1c2128"/>
<circle cx="24" cy="20" r="6" fill="#e5534b"/><circle cx="44" cy="20" r="6" fill="#daaa3f"/><circle cx="64" cy="20" r="6" fill="#57ab5a"/>
${texts.join("\n")}
</svg>
`;
}

async function draw() {
    const folder = mkdtempSync(path.join(tmpdir(), "picture-"));
    const emulator = await startEmulator({ timeScale: 0.001 });
    try {
        mkdirSync(path.join(folder, "node_modules", "@pulumi"), { recursive: true });
        symlinkSync(root, path.join(folder, "node_modules", "pulumi-clouddb"));
        symlinkSync(
            path.join(root, "node_modules", "@pulumi", "pulumi"),
            path.join(folder, "node_modules", "@pulumi", "pulumi"),
        );
        writeFileSync(path.join(folder, "package.json"), '{ "name": "picture", "main": "index.js" }');
        writeFileSync(
            path.join(folder, "Pulumi.yaml"),
            "name: orders\nruntime:\n  name: nodejs\n  options: { typescript: false }\n",
        );
        const lines = [];
        for (const { typed, operation, source } of scenes) {
            writeFileSync(path.join(folder, "index.js"), ts.transpileModule(source, { compilerOptions }).outputText);
            if (operation === undefined) lines.push(typed);
            else lines.push(`$ ${typed}`, ...shown(await run(operation, folder, emulator)), "");
        }
        return svg(lines.slice(0, -1));
    } finally {
        await emulator.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}

writeGenerated(new Map([["docs/images/run.svg", await draw()]]), {
    current: "The picture is current.",
    notCurrent: (wrong) => `${wrong} is not current. Run: npm run docs:picture`,
});
