// `npm run docs`: writes the parts of the documentation that follow from the source: the API reference in docs/reference/, from the
// doc comments, and the tables of arguments in docs/resources.md, from the definitions. With `--check` it writes nothing, and fails
// where a file is not current. The tables come from dist/, so build first.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Application } from "typedoc";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const { withArgumentTables } = require("./docs/argumentTables.cjs");
const { definitions } = require("../dist/lifecycle");
const check = process.argv.includes("--check");

/** The pages of the reference, and what a program imports. */
const entries = {
    index: "pulumi-clouddb",
    api: "pulumi-clouddb/api",
    emulator: "pulumi-clouddb/emulator",
    testing: "pulumi-clouddb/testing",
};

const note = "Written by `npm run docs` from the doc comments in `src/`; do not edit.";

/** Anchors of table rows that nothing links to, which are numbered over the whole page: one more row would change them all. */
function withoutIdleAnchors(page) {
    const linked = new Set([...page.matchAll(/\(#([\w-]+)\)/g)].map(([, anchor]) => anchor));
    return page.replace(/<a id="([\w-]+)"><\/a> /g, (anchor, id) => (linked.has(id) ? anchor : ""));
}

async function reference() {
    const folder = mkdtempSync(path.join(tmpdir(), "reference-"));
    try {
        const app = await Application.bootstrapWithPlugins({ options: root, out: folder, logLevel: "Error" });
        const project = await app.convert();
        if (project === undefined) throw new Error("typedoc found errors");
        await app.generateOutputs(project);
        if (app.logger.hasErrors()) throw new Error("typedoc found errors");
        const pages = Object.entries(entries).map(([file, name]) => {
            const text = withoutIdleAnchors(readFileSync(path.join(folder, `${file}.md`), "utf8"));
            return [`docs/reference/${file}.md`, `${text.replace(/^# .*\n/, `# ${name}\n\n${note}\n`).trimEnd()}\n`];
        });
        const list = Object.entries(entries).map(([file, name]) => `- [\`${name}\`](${file}.md)`);
        const index = `# API reference\n\n${note}\n\n${list.join("\n")}\n\nThe tables of arguments are in [resources](../resources.md).\n`;
        return [["docs/reference/README.md", index], ...pages];
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}

const read = (file) => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), "utf8") : undefined);

const resources = "docs/resources.md";
const files = new Map([...(await reference()), [resources, withArgumentTables(read(resources), definitions)]]);
const outdated = [...files].filter(([file, text]) => read(file) !== text).map(([file]) => file);
const folder = path.join(root, "docs", "reference");
const stale = existsSync(folder)
    ? readdirSync(folder)
          .map((name) => `docs/reference/${name}`)
          .filter((file) => !files.has(file))
    : [];
const wrong = [...outdated, ...stale].join(", ");

if (wrong === "") console.log("The documentation is current.");
else if (check) {
    console.error(`These pages are not current: ${wrong}. Run: npm run docs`);
    process.exitCode = 1;
} else {
    mkdirSync(folder, { recursive: true });
    for (const file of stale) rmSync(path.join(root, file));
    for (const file of outdated) writeFileSync(path.join(root, file), files.get(file));
    console.log(`Written: ${wrong}`);
}
