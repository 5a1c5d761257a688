// The compiled code that the engine's children keep for each other: it makes them faster, and nothing else of them different.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const preload = path.resolve(__dirname, "../../dist/engine/children/preload.js");

let home: string;

beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), "compiled-"));
    mkdirSync(path.join(home, "node_modules"));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

const writePackage = (text: string) => writeFileSync(path.join(home, "node_modules", "thing.js"), text);

const [nodeMajor = 0, nodeMinor = 0] = process.versions.node.split(".").map(Number);
/** From here on, Node keeps compiled code by itself. */
const ofNode = nodeMajor > 22 || (nodeMajor === 22 && nodeMinor >= 10);
const ours = ofNode ? describe.skip : describe;

/** What a program prints; of stacks, the package's part. */
function run(text: string, env: NodeJS.ProcessEnv = {}): string {
    writeFileSync(path.join(home, "program.js"), text);
    const { stdout, stderr } = spawnSync(process.execPath, ["--require", preload, "program.js"], {
        cwd: home,
        env: { ...process.env, TMPDIR: home, NODE_OPTIONS: "", ...env },
        encoding: "utf8",
    });
    return (stdout + stderr)
        .split("\n")
        .filter((line) => !line.startsWith("    at ") || line.includes("thing.js"))
        .join("\n");
}

const folder = () => readdirSync(home).find((name) => name.startsWith("pulumi-clouddb-compiled-"));
const stored = () => {
    const found = path.join(home, folder() ?? "");
    const [file = ""] = readdirSync(found);
    return path.join(found, file);
};

const twice = (text: string) => [run(text), run(text)];

describe.each([
    ["an error in its first line", `throw new Error("no");`],
    ["an error in a later line", `\n\nfunction inner() { throw new Error("no"); }\ninner();`],
    ["an error of syntax", `const = 1;`],
    [
        "a line for the shell",
        `#!/usr/bin/env node\nconsole.log(__filename, __dirname, module.id, require.main === module);`,
    ],
    ["dynamic imports", `import("node:os").then((os) => console.log(typeof os.tmpdir));`],
    [
        "imports of text",
        `new Function("name", "return import(name)")("node:os").then((os) => console.log(typeof os.tmpdir));`,
    ],
    [
        "what require offers",
        `console.log(Object.keys(require), require.resolve("./thing"), require("./thing") === exports);`,
    ],
])("a package with %s", (_name, text) => {
    test("says the same as without", () => {
        writePackage(text);
        const program = `try { require("thing"); } catch ({ stack }) { console.log(stack); }`;
        const plain = run(program, { NODE_DISABLE_COMPILE_CACHE: "1" });
        expect(plain).not.toBe("");
        expect(twice(program)).toEqual([plain, plain]);
    });
});

ours("what is stored", () => {
    test("is for the user alone, and is not written again where nothing is new", () => {
        writePackage("module.exports = 1;");
        run(`require("thing");`);
        const { ino, mode } = statSync(stored());
        expect(mode & 0o077).toBe(0);
        run(`require("thing"); console.log("the program has changed");`);
        expect(statSync(stored()).ino).toBe(ino);
    });

    test("is of the text that is there", () => {
        writePackage(`module.exports = "one";`);
        run(`require("thing");`);
        writePackage(`module.exports = "two";`);
        expect(twice(`console.log(require("thing"));`)).toEqual(["two\n", "two\n"]);
    });

    test("may be broken", () => {
        writePackage(`module.exports = "one";`);
        run(`require("thing");`);
        truncateSync(stored(), 40);
        expect(twice(`console.log(require("thing"));`)).toEqual(["one\n", "one\n"]);
    });

    test("is written by a process that is told to end", () => {
        writePackage(`module.exports = "one";`);
        run(`require("thing"); process.kill(process.pid, "SIGTERM"); setInterval(() => undefined, 1000);`);
        expect(folder()).toBeDefined();
        expect(statSync(stored()).size).toBeGreaterThan(0);
    });

    test("is not read from a folder that others can write to", () => {
        writePackage(`module.exports = "one";`);
        run(`require("thing");`);
        rmSync(stored());
        chmodSync(path.join(home, folder()!), 0o777);
        expect(run(`console.log(require("thing"));`)).toBe("one\n");
        expect(readdirSync(path.join(home, folder()!))).toEqual([]);
    });
});
