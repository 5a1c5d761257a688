// `npm run docs:picture`: records an engine on the emulator (the Pulumi CLI, if `pulumi` is on the PATH), and draws docs/images/run.svg, a
// picture of its terminal. With `--check` it writes nothing, and fails where the picture is not drawn from the record, or the CLI now prints
// something else. It runs dist/, so build first.
import { read, writeGenerated } from "./generatedFiles.mjs";
import { hasCli, record } from "./terminal/record.mjs";

const recordFile = "scripts/terminal/record.json";
const columns = 100;

/** Without what differs from run to run: times, and the hash of a name, which covers the folder of the backend. */
const stable = (lines) =>
    JSON.stringify(lines)
        .replace(/\d+ s ago/g, "N s ago")
        .replace(/orders-[0-9a-z]{7}/g, "orders-HASH");

/** As a terminal wraps it, but between words. */
function wrapped(line) {
    const indent = `${/^ */.exec(line)[0]}  `;
    const rows = [""];
    for (const word of line.split(/(?<=\S)(?= )/)) {
        if (rows.at(-1) !== "" && rows.at(-1).length + word.length > columns) rows.push(indent + word.trimStart());
        else rows[rows.length - 1] += word;
    }
    return rows;
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function classOf(line) {
    if (line.startsWith("$")) return "typed";
    if (line.startsWith("#")) return "note";
    if (/^ +error:/.test(line)) return "error";
    if (/^ +\+ /.test(line)) return "create";
    return /^ +~ /.test(line) ? "update" : "plain";
}

function svg(lines) {
    const [lineHeight, left, top, width] = [19, 20, 52, 840];
    const rows = lines.flatMap((line) => wrapped(line).map((text) => ({ text, kind: classOf(line) })));
    const height = top + rows.length * lineHeight + 8;
    const texts = rows.map(
        ({ text, kind }, n) =>
            `<text class="${kind}" x="${left}" y="${top + n * lineHeight}" xml:space="preserve">${escaped(text)}</text>`,
    );
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A terminal">
<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d0d7de; }
.typed { fill: #ffffff; font-weight: bold; } .create { fill: #57ab5a; } .update { fill: #daaa3f; } .note { fill: #8b949e; } .error { fill: #f47067; }
</style>
<rect width="${width}" height="${height}" rx="8" fill="#1c2128"/>
<circle cx="24" cy="20" r="6" fill="#e5534b"/><circle cx="44" cy="20" r="6" fill="#daaa3f"/><circle cx="64" cy="20" r="6" fill="#57ab5a"/>
${texts.join("\n")}
</svg>
`;
}

const kept = JSON.parse(read(recordFile) ?? "[]");
const recorded = hasCli || !process.argv.includes("--check") ? await record() : kept;
const lines = stable(recorded) === stable(kept) ? kept : recorded;
writeGenerated(
    new Map([
        [recordFile, `${JSON.stringify(lines, undefined, 4)}\n`],
        ["docs/images/run.svg", svg(lines)],
    ]),
    {
        current: hasCli
            ? "The picture is current."
            : "The picture is drawn from its record. Without `pulumi`, the record was not checked.",
        notCurrent: (wrong) => `${wrong} is not current. Run with pulumi on the PATH: npm run docs:picture`,
    },
);
