// What is in the package, and what is installed with it.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import manifest from "../../package.json";

const root = path.resolve(__dirname, "..", "..");

const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
        cwd: root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
        // On Windows npm is a script.
        shell: process.platform === "win32",
    }),
) as { files: { path: string; mode: number }[]; size: number }[];
const files = packed!.files.map((file) => file.path);
const withEnding = (ending: string) => files.filter((file) => file.startsWith("dist/") && file.endsWith(ending));

test("the package has a file of code for each entry and each shared part, not for each source", () => {
    expect(withEnding(".js").length).toBeLessThanOrEqual(46);
    expect(withEnding(".d.ts").length).toBeLessThanOrEqual(160);
    expect(files.length).toBeLessThanOrEqual(340);
    expect(packed!.size).toBeLessThan(800_000);
});

const testWithModes = process.platform === "win32" ? test.skip : test;

testWithModes("what the engine and a shell run is executable (not on Windows, whose files have no such mark)", () => {
    const programs = ["dist/commands/cli/index.js", "dist/plugin/pulumi-resource-clouddb"];
    const executable = packed!.files.filter(({ mode }) => (mode & 0o111) === 0o111).map((file) => file.path);
    expect(executable.filter((file) => file.startsWith("dist/")).sort()).toEqual(programs);
});

test("the source maps are of our own code, and name the sources without their text", () => {
    const maps = withEnding(".js.map");
    expect(maps.filter((file) => file.includes("/vendor/"))).toEqual([]);
    expect(maps.length).toBeGreaterThan(10);
    for (const file of maps) {
        const { sources, sourcesContent } = JSON.parse(readFileSync(path.join(root, file), "utf8")) as {
            sources: string[];
            sourcesContent?: unknown[];
        };
        expect(sources.filter((source) => !/^(\.\.\/)+src\/.*\.ts$/.test(source))).toEqual([]);
        expect(sourcesContent ?? []).toEqual([]);
    }
});

test("the code loads nothing but its own files, Node, and what is installed", () => {
    const installed = ["undici", "@pulumi/pulumi", "pulumi-clouddb"];
    const loaded = withEnding(".js").flatMap((file) =>
        [...readFileSync(path.join(root, file), "utf8").matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name!),
    );
    expect(loaded.length).toBeGreaterThan(100);
    const isInstalled = (name: string) => installed.some((one) => name === one || name.startsWith(`${one}/`));
    const foreign = loaded.filter((name) => !name.startsWith(".") && !isBuiltin(name) && !isInstalled(name));
    expect(foreign).toEqual([]);
    // Bun has a copy of its own for the bare name, which lacks what the client uses.
    expect(loaded.filter((name) => name.startsWith("undici"))).toEqual(["undici/index.js"]);
});

describe("the packages whose code is in the bundles", () => {
    const names = readdirSync(path.join(root, "dist", "vendor")).map((file) => file.replace(/\.js$/, ""));
    const fileOf = (name: string) => name.replace(/^@/, "").replace(/\W+/g, "-");
    const notices = readFileSync(path.join(root, "dist", "THIRD-PARTY-NOTICES.txt"), "utf8");

    test("are not installed as well, and those that are installed are not in the bundles", () => {
        expect(Object.keys(manifest.dependencies)).toEqual(["undici"]);
        expect(names.filter((name) => name === "undici")).toEqual([]);
        const known = Object.keys(manifest.devDependencies).map(fileOf);
        expect(names.filter((name) => !known.includes(name))).toEqual([]);
    });

    test("have their licences in the package, and are documented", () => {
        expect(files).toContain("dist/THIRD-PARTY-NOTICES.txt");
        const documented = readFileSync(path.join(root, "docs", "dependencies.md"), "utf8");
        const all = Object.keys(manifest.devDependencies).filter((name) => names.includes(fileOf(name)));
        expect(all).toHaveLength(names.length);
        for (const name of all) {
            expect(notices).toMatch(new RegExp(`^-+\\n${name.replace(".", "\\.")} \\d+\\.\\d+\\.\\d+, (MIT|ISC)`, "m"));
            expect(documented).toContain(`\`${name}\``);
        }
    });
});
