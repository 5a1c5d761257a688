// `npm run check:package`: what a user installs is right. publint checks package.json against the packed files, arethetypeswrong that
// every entry has types for every kind of module resolution, and the rest that nothing of ours runs at installation, that the examples are
// whole and ask for this version, and that no link leads out of the package.
// It packs dist/ as it is, so build first.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(path.join(tmpdir(), "check-package-"));
let failed = false;

function fail(message) {
    console.error(message);
    failed = true;
}

function run(tool, ...args) {
    const { status } = spawnSync(process.execPath, [path.join(root, "node_modules", ...tool), ...args], {
        cwd: root,
        stdio: "inherit",
    });
    if (status !== 0) fail(`failed: ${tool[0]}`);
}

/** The links of a page that lead to a file, as paths from the root of the package. */
function linksOf(page) {
    const text = readFileSync(path.join(root, page), "utf8").replace(/^```.*?^```/gms, "");
    return [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) =>
        path.posix.join(path.dirname(page), link),
    );
}

try {
    const packed = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
        cwd: root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
        // On Windows npm is a script.
        shell: process.platform === "win32",
    });
    const [{ filename, files }] = JSON.parse(packed);
    const tarball = path.join(folder, filename);
    const names = new Set(files.map((file) => file.path));

    run(["publint", "src", "cli.js"], "run", tarball, "--strict", "--pack", "false");
    run(["@arethetypeswrong", "cli", "dist", "index.js"], tarball, "--format", "ascii", "--no-emoji", "--quiet");

    const {
        version,
        scripts = {},
        bin,
        dependencies,
    } = JSON.parse(execFileSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" }));
    for (const name of ["preinstall", "install", "postinstall"])
        if (name in scripts) fail(`package.json has a script ${name}, which would run on the machines of users`);
    if (names.has("binding.gyp")) fail("binding.gyp: npm would compile it on the machines of users");
    for (const file of Object.values(bin)) if (!names.has(file)) fail(`the command ${file} is not packed`);
    for (const [name, range] of Object.entries(dependencies))
        if (!/^\^\d/.test(range)) fail(`the dependency ${name} has no range of versions, but ${range}`);

    const inGit = execFileSync("git", ["ls-files", "examples"], { cwd: root, encoding: "utf8" }).trim().split("\n");
    const packedExamples = [...names].filter((name) => name.startsWith("examples/"));
    for (const name of inGit.filter((file) => !names.has(file))) fail(`${name} is not packed`);
    for (const name of packedExamples.filter((file) => !inGit.includes(file)))
        fail(`${name} is packed, and is not part of the repository`);
    const range = `^${version.replace(/\.\d+$/, ".0")}`;
    for (const name of inGit.filter((file) => /^examples\/[\w-]+\/package\.json$/.test(file))) {
        const { dependencies } = JSON.parse(readFileSync(path.join(root, name), "utf8"));
        if (dependencies["pulumi-clouddb"] !== range) fail(`${name} has to depend on pulumi-clouddb ${range}`);
    }

    const pages = [...names].filter((name) => name.endsWith(".md"));
    for (const page of pages)
        for (const link of linksOf(page)) {
            const target = link.replace(/\/$/, "");
            const there = names.has(target) || [...names].some((name) => name.startsWith(`${target}/`));
            if (!there) fail(`${page}: the link to ${link} leads to nothing in the package`);
        }
    console.log(`${names.size} files, ${pages.length} pages.`);
} finally {
    rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
