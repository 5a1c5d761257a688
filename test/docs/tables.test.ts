// The tables that are written by hand have a line for everything that they are about.
import { readFileSync } from "node:fs";
import ts from "typescript";
import * as clouddb from "../../src";
import { defaults } from "../../src/provider/api/transport";
import { most, privateBlocks, sizes } from "../../src/emulator/core/limits";
import { resourceTypes } from "../../src/emulator/resources";
import { definitions } from "../../src/provider/lifecycle";
import { knownRegions } from "../../src/shared/regions";
import { declaredOutputs } from "../program/resources/samples";
import { types } from "../support/types";
import { textOf } from "./support/pages";

const page = (name: string) => textOf(`docs/${name}`);
const quoted = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, word]) => word!);
/** The cells after the first of the row that begins with a name. */
const rowOf = (text: string, name: string): string | undefined =>
    new RegExp(`^\\| \`${name}\` +\\|(.*)\\|$`, "m").exec(text)?.[1];

const functions = Object.keys(clouddb).filter((name) => `${name}Output` in clouddb);

test.each(functions)("docs/functions.md has %s", (name) => {
    expect(functions.length).toBeGreaterThan(5);
    expect([name, rowOf(page("functions.md"), name)]).toEqual([name, expect.stringMatching(/\w/)]);
});

test.each(types)("docs/resources.md says when each output of %s is known that is no argument", (type) => {
    const [, outputs = ""] = page("resources.md").split(`\n### Outputs of \`${type}\`\n`);
    const [table = ""] = outputs.split("\n#");
    const { rules } = Object.values(definitions).find((one) => one.type === type)!;
    const told = [...table.matchAll(/^\| `(\w+)`.*\| +\S.*\|$/gm)].map(([, name]) => name!);
    const own = declaredOutputs(type).filter((name) => !(name in rules));
    expect(told.filter((name) => !(name in rules)).sort()).toEqual(own.sort());
});

test.each(Object.values(resourceTypes))("docs/emulator.md has what can drift in a $noun", ({ noun, drift }) => {
    const [, list = ""] = /\n### Drift\n([^]*?)\n### /.exec(page("emulator.md")) ?? [];
    const [, fields = ""] = new RegExp(`\\n- ${noun}: ([^]*?)[;.]\\n`).exec(list) ?? [];
    expect(quoted(fields.replace(/\([^)]*\)/g, "")).sort()).toEqual(Object.keys(drift.shape).sort());
});

test("docs/emulator.md has the limits", () => {
    const [, table = ""] = /\n## Limits\n([^]*?)\n## /.exec(page("emulator.md")) ?? [];
    const cells = [...table.matchAll(/^\| `(.*?)` +\| (.*?) +\| `\w+` +\|$/gm)];
    const words = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
    const told = cells.map(([, field, cell]) => [field!, /^at most (\d+)$/.exec(cell!)?.[1] ?? words(cell!)]);
    expect(Object.fromEntries(told)).toEqual({
        region_code: knownRegions,
        "cpu_millis`/`memory_gbs": [
            ...sizes.map(({ cpu_millis, memory_gbs }) => `${cpu_millis}/${memory_gbs}`),
            "shared/shared",
        ],
        cidr: privateBlocks,
        ...Object.fromEntries(Object.entries(most).map(([field, count]) => [field, String(count)])),
    });
});

describe.each(["what-happens", "resource-options"])("each row of docs/%s.md names an existing test", (name) => {
    const rows = page(`${name}.md`)
        .split("\n")
        .filter((line) => line.startsWith("| ") && !/^\| (when|option|-+) /.test(line))
        .map((line) => line.split("|").map((cell) => cell.trim()));

    test("there are rows", () => expect(rows.length).toBeGreaterThan(20));

    test.each(rows.map((row) => [row[1]!, row.at(-2)!] as const))("%s", (_when, reference) => {
        const [, file, title] = /^\[.*?\]\(https:\S+\/blob\/main\/(test\/.*?\.test\.ts)\): (.*)$/.exec(reference)!;
        expect(textOf(file!)).toContain(title);
    });
});

test("docs/resource-options.md has a row for each option of the SDK", () => {
    const file = require.resolve("@pulumi/pulumi/resource.d.ts");
    const declared = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
    const options = declared.statements
        .filter(ts.isInterfaceDeclaration)
        .filter(({ name: { text } }) => text === "ResourceOptions" || text === "CustomResourceOptions")
        .flatMap(({ members }) => members.map(({ name }) => (name as ts.Identifier).text));
    expect(options).toContain("replaceOnChanges");
    const told = [...page("resource-options.md").matchAll(/^\| `(\w+)` /gm)].map(([, option]) => option);
    expect(told).toEqual(options.sort((one, other) => one.localeCompare(other, "en")));
});

describe("docs/assumptions.md", () => {
    const page = textOf("docs/assumptions.md");
    const places = [...page.matchAll(/`(src\/[\w/]+\.ts)` \(`([^`]+)`\)/g)].map(
        ([, file, word]) => [word!, file!] as const,
    );

    test.each(places)("%s is in %s", (word, file) => expect(textOf(file)).toContain(word));

    test("every assumption names its place", () => {
        const [table = ""] = page.split("## Try them");
        const rows = table
            .split("\n")
            .filter((line) => line.startsWith("| "))
            .slice(2);
        expect(rows.length).toBeGreaterThan(20);
        expect(rows.filter((row) => !/`src\/[^`]+` \(`[^`]+`\) *\|$/.test(row))).toEqual([]);
    });

    test("the defaults are those of the client", () => {
        const units: Record<string, number> = { "": 1, s: 1_000, MiB: 1024 * 1024 };
        const told = [...page.matchAll(/^\| `(\w+)` +\| ([\d.]+) ?(s|MiB)? +\|/gm)].map(
            ([, name, figure, unit = ""]) => [name, Number(figure) * units[unit]!] as const,
        );
        expect(Object.fromEntries(told)).toEqual(defaults);
    });
});
