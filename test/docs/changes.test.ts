// docs/changes.md: a row for every argument, and for every command that acts; what its table says of the preview is what `diff` says.
import { readdirSync } from "node:fs";
import path from "node:path";
import { compare } from "../../src/provider/dynamic/compare";
import { parseInputs } from "../../src/provider/dynamic/inputs";
import { parseState } from "../../src/provider/dynamic/state";
import { definitions } from "../../src/provider/lifecycle";
import { root, textOf } from "./support/pages";

const sources = { definitions, compare, parseInputs, parseState };
const { withChangeTable } = jest.requireActual<{ withChangeTable: (page: string, of: object) => string }>(
    "../../scripts/docs/changeTable.cjs",
);

const page = textOf("docs/changes.md");

test("the table is current: npm run docs", () => {
    expect(withChangeTable(page, sources)).toBe(page);
});

test("an argument without a row is an error", () => {
    const service = { ...definitions.service, rules: { ...definitions.service.rules, color: "update" } };
    const more = { ...sources, definitions: { ...definitions, service } };
    expect(() => withChangeTable(page, more)).toThrow("docs/changes.md has no row for Service: color");
});

test("so is a row of an argument that does not exist, and one that does not say what happens", () => {
    const row = /^.*`Service`: `paused`.*$/m;
    const [line = ""] = row.exec(page) ?? [];
    expect(() => withChangeTable(page.replace(row, line.replace("`paused`", "`asleep`")), sources)).toThrow(/asleep/);
    const untold = line.replace(/[^|]*\|$/, " |");
    expect(() => withChangeTable(page.replace(row, untold), sources)).toThrow(/needs \d cells/);
});

test("the page names every command", () => {
    const shared = ["api.ts", "command.ts", "index.ts", "interruption.ts"];
    const files = readdirSync(path.join(root, "src", "commands", "cli")).filter((file) => !shared.includes(file));
    const commands = files.map((file) => path.parse(file).name);
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.filter((name) => !page.includes(`\`clouddb ${name}`))).toEqual([]);
});

test("what starts a paused service", () => {
    const size = { cpuMillis: 1000, memoryGbs: 4 };
    const changes = {
        ...{ cpuMillis: 2000, memoryGbs: 8, environment: "PROD", replicaCount: 2, syncReplicaCount: 1 },
        ...{ connectionPooler: true, vpcId: "v2", password: "p", generatePassword: true, passwordVersion: 2 },
    } as const;
    const { rules, plan } = definitions.service;
    const stateOnly = ["profile", "paused", "deletionProtection", "forceDestroy"];
    const all = Object.entries(rules).flatMap(([name, rule]) => (rule === "update" ? [name] : []));
    expect([...Object.keys(changes), ...stateOnly].sort()).toEqual(all.sort());
    const paused = { ...size, paused: true, replicaCount: 1, passwordOrigin: "generated" } as const;
    const titles = (wanted: Parameters<typeof plan>[1]) =>
        plan(paused, { paused: true, ...wanted }).map(({ title }) => title);
    const [, section = ""] = page.split("\n## A paused service\n");
    const [told = ""] = section.split(" of a paused service");
    expect([...told.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(
        Object.entries(changes).flatMap(([name, value]) => (titles({ [name]: value }).includes("start") ? [name] : [])),
    );
    const { cpuMillis, memoryGbs } = changes;
    expect(section).toContain(`\`${titles({ cpuMillis, memoryGbs }).join(", then ")}\``);
});
