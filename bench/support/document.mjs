// The generated part of docs/performance.md, between its markers, and the picture.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { picture } from "./picture.mjs";
import { root } from "./root.mjs";
import { toMarkdown } from "./table.mjs";

const page = path.join(root, "docs", "performance.md");
const image = path.join(root, "docs", "images", "performance.svg");
const [begin, end] = ["<!-- bench: begin -->", "<!-- bench: end -->"];

/** What this run has measured takes the place of what an earlier one has; a part that was not run is left out. */
export function writeDocument(report) {
    const text = readFileSync(page, "utf8");
    const from = text.indexOf(begin);
    const to = text.indexOf(end);
    if (from === -1 || to === -1) throw new Error(`docs/performance.md has no markers ${begin} and ${end}.`);
    const made = [
        begin,
        "",
        `Measured on ${report.date} with \`${report.command}\` (${report.machine}).`,
        "",
        toMarkdown(report.goals).replace("####", "###"),
        ...Object.entries(report.parts).flatMap(([, { title, tables }]) => [
            `### ${title}`,
            "",
            ...tables.map(toMarkdown),
        ]),
    ].join("\n");
    writeFileSync(page, `${text.slice(0, from)}${made.replaceAll(/\n{3,}/g, "\n\n").trimEnd()}\n\n${text.slice(to)}`);
    const cost = report.parts[1];
    if (cost !== undefined) writeFileSync(image, picture(cost.data));
}
