import { createRequire } from "node:module";
import path from "node:path";
import { rolldown } from "rolldown";

const provider = [
    "lifecycle/index",
    "functions/index",
    "dynamic/compare",
    "dynamic/inputs",
    "dynamic/state",
    "config/settings",
];
const all = [...provider.map((file) => `provider/${file}`), "shared/registration"];

/**
 * What the tables and the schema are made from, from the sources, since no file of dist/ exports it: the definitions, what a preview does,
 * the settings, the functions and the types' tokens.
 */
export async function loadSources(root) {
    const files = all.map((file) => path.join(root, "src", `${file}.ts`));
    const entry = "all of them";
    const build = await rolldown({
        input: entry,
        platform: "node",
        external: (id) => id !== entry && /^[^./]/.test(id),
        plugins: [
            {
                name: "entry",
                resolveId: (id) => (id === entry ? id : undefined),
                load: (id) =>
                    id === entry ? files.map((file) => `export * from ${JSON.stringify(file)};`).join("\n") : undefined,
            },
        ],
    });
    const { output } = await build.generate({ format: "cjs", exports: "named" });
    await build.close();
    const module = { exports: {} };
    const run = new Function("module", "exports", "require", "__dirname", output[0].code);
    run(module, module.exports, createRequire(path.join(root, "package.json")), root);
    return module.exports;
}
