// `npm run docs`: writes the parts of the documentation that follow from the source: the API reference in docs/reference/, from the
// doc comments, and the tables of docs/resources.md and docs/changes.md, from the definitions and the doc comments. So is etc/schema.json,
// the package's schema. With `--check` it writes nothing, and fails where a file is not current.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Application } from "typedoc";
import { loadSources } from "./docs/sources.mjs";
import { read, writeGenerated } from "./generatedFiles.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const { withChangeTable } = require("./docs/changeTable.cjs");
const { withResourceTables } = require("./docs/resourceTables.cjs");
const { schemaText } = require("./docs/schema.cjs");
const sources = await loadSources(root);

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

const [resources, changes] = ["docs/resources.md", "docs/changes.md"];
const tables = [
    [resources, withResourceTables(read(resources), sources.definitions)],
    [changes, withChangeTable(read(changes), sources)],
];
const schema = ["etc/schema.json", schemaText(sources)];
writeGenerated(new Map([...(await reference()), ...tables, schema]), {
    folder: "docs/reference",
    current: "The documentation is current.",
    notCurrent: (wrong) => `These files are not current: ${wrong}. Run: npm run docs`,
});
