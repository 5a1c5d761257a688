// Bundles src/ into dist/: a file for each entry, and the parts that entries share, so that a process opens a few files instead of hundreds,
// and `instanceof` and registries are the same whichever entry they come by.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { notices } from "./notices.mjs";

/** The entries of package.json, its commands, and what the engine and tests load by file name. */
const entries = [
    ...["index", "native", "provider/dynamic/index", "provider/native/index", "provider/api/index"],
    ...["emulator/index", "testing"],
    ...["commands/cli/index"],
    ...["engine/children/preload", "emulator/postgres/watcher"],
];

const slashed = (file) => file.split(path.sep).join("/");
const folderOfPackage = (file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(slashed(file))?.[0];
const packageOf = (file) => folderOfPackage(file)?.replace(/^.*\/node_modules\//, "");

/** What is in a file of its own wherever it is used: each line is that file and its sources. */
const named = {
    // Tests set the clock of a running process.
    "shared/clock": /^shared\/clock\.ts$/,
    // A small process loads it.
    "shared/endServers": /^emulator\/postgres\/endServers\.ts$/,
    "shared/common":
        /^shared\/(packageRoot|processes|projectFile|duration|propertyPath|regions|registration|shellQuoted|visible)\.ts$/,
};
const namedFile = (file) => Object.keys(named).find((name) => named[name].test(file));

/**
 * What several entries share: each line is a file of dist/shared, and its sources. A file takes along what its sources import, except for what a
 * line before it has.
 */
const parts = {
    api: /^provider\/api\//,
    lifecycle: /^(provider\/(lifecycle|config)|shared)\//,
    functions: /^provider\/functions\//,
    program: /^program\//,
    engine: /^engine\//,
    emulator: /^emulator\//,
    commands: /^commands\//,
};

/** Of our own files only these do anything when they are loaded. */
const hasEffects = (file) => file.startsWith("engine/children/") || entries.includes(file.replace(/\.ts$/, ""));

/** Writes the code in dist/, with the notices of what is in it. */
export async function bundle(root) {
    const src = path.join(root, "src") + path.sep;
    const inSrc = (id) => (id.startsWith(src) ? slashed(id.slice(src.length)) : undefined);
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    const installed = Object.keys({ ...dependencies, ...peerDependencies });
    const build = await rolldown({
        cwd: root,
        input: Object.fromEntries(entries.map((entry) => [entry, path.join(src, `${entry}.ts`)])),
        platform: "node",
        resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
        external: (id) => installed.some((name) => id === name || id.startsWith(`${name}/`)),
        onLog(level, log, print) {
            // It would be left to the user's installation.
            if (log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
            // Not how long the build took.
            if (log.code !== "PLUGIN_TIMINGS") print(level, log);
        },
        treeshake: { moduleSideEffects: (id) => (inSrc(id) === undefined ? undefined : hasEffects(inSrc(id))) },
    });
    const { output } = await build.write({
        dir: path.join(root, "dist"),
        format: "cjs",
        exports: "named",
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        // Stack traces then name the sources. Their text stays out: it would be most of the package.
        sourcemap: true,
        sourcemapExcludeSources: true,
        codeSplitting: {
            groups: [
                {
                    debugName: "packages",
                    name: (id) => `vendor/${packageOf(id).replace(/^@/, "").replace(/\W+/g, "-")}`,
                    test: (id) => packageOf(id) !== undefined,
                    priority: 3,
                },
                {
                    debugName: "named",
                    name: (id) => namedFile(inSrc(id)),
                    test: (id) => namedFile(inSrc(id) ?? "") !== undefined,
                    priority: 2,
                },
                ...Object.entries(parts).map(([name, sources]) => ({
                    name: `shared/${name}`,
                    test: (id) => sources.test(inSrc(id) ?? "-"),
                    minShareCount: 2,
                    priority: 1,
                })),
            ],
        },
    });
    await build.close();
    const dist = path.join(root, "dist");
    const chunks = output.filter((one) => one.type === "chunk");
    for (const { fileName } of chunks) if (fileName.startsWith("vendor/")) dropMap(path.join(dist, fileName));
    const bundled = new Set(chunks.flatMap(({ moduleIds }) => moduleIds.flatMap((id) => folderOfPackage(id) ?? [])));
    writeFileSync(path.join(dist, "THIRD-PARTY-NOTICES.txt"), notices([...bundled]));
}

/** The code of packages is as they publish it. */
function dropMap(file) {
    rmSync(`${file}.map`);
    writeFileSync(file, readFileSync(file, "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, ""));
}
