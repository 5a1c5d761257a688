import { createRequire } from "node:module";
import path from "node:path";
import { rolldown } from "rolldown";

/** The definitions of the resources, from the sources: no file of dist/ exports them. */
export async function loadDefinitions(root) {
    const build = await rolldown({
        input: path.join(root, "src", "provider", "lifecycle", "index.ts"),
        platform: "node",
        external: /^[^./]/,
    });
    const { output } = await build.generate({ format: "cjs", exports: "named" });
    await build.close();
    const module = { exports: {} };
    const run = new Function("module", "exports", "require", "__dirname", output[0].code);
    run(module, module.exports, createRequire(path.join(root, "package.json")), root);
    return module.exports.definitions;
}
