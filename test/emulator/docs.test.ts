// docs/emulator.md: its tables match the code, its examples work, and nothing is missing.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../src/emulator/core/faults";
import { defaultQuirks } from "../../src/emulator/core/quirks";
import { controlRoutes } from "../../src/emulator/http/control";
import { resourceTypes } from "../../src/emulator/resources";
import { phasesOf, type Transitions } from "../../src/emulator/resources/resourceType";
import { bench } from "./support/eachBench";
import { request } from "./support/raw";

const root = join(__dirname, "..", "..");
/** Without the spaces that align the cells of a table. */
const docs = readFileSync(join(root, "docs", "emulator.md"), "utf8").replace(/ +\|/g, " |");

test.each(
    Object.values(resourceTypes).flatMap(({ kind, transitions }) => {
        const table: Transitions = transitions;
        return Object.entries(table).map(([name, row]) => ({ kind, name, row }));
    }),
)("the table has $kind $name as it is", ({ kind, name, row }) => {
    const through =
        phasesOf(row)
            .map(([status, seconds]) => `${status} ${seconds} s`)
            .join(", ") || "at once";
    const from = [...row.from.map(String), ...(row.interrupts ? ["while busy"] : [])].join(", ") || "new";
    const parent = row.parent ? `; parent ${row.parent.join(", ")}` : "";
    expect(docs).toContain(`| ${kind} | \`${name}\` | ${from}${parent} | ${through} | ${row.then} |\n`);
});

test.each(Object.entries(defaultQuirks))("the quirk %s is there, with its default", (name, value) => {
    const row = docs.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row).toMatch(/\w/);
    expect(row?.split("|").at(-2)?.trim()).toBe(`\`${JSON.stringify(value)}\``);
});

test.each(Fault.shape.do.options.map(({ shape }) => shape.kind.value))("the fault %s is there", (kind) => {
    expect(docs).toContain(`\n| \`${kind}\` |`);
});

test("every option of the command is there", () => {
    const help = execFileSync(
        process.execPath,
        [join(root, "dist", "commands", "cli", "index.js"), "emulator", "--help"],
        {
            encoding: "utf8",
        },
    );
    const options = [...help.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option]) => option!);
    expect(options.length).toBeGreaterThan(5);
    expect(options.filter((option) => !docs.includes(`\n| \`${option}`))).toEqual([]);
});

test("the program is one that runs", () => {
    const [, program = ""] = /```ts\n([^]*?)```/.exec(docs) ?? [];
    const folder = mkdtempSync(join(tmpdir(), "emulator-"));
    const script = join(folder, "program.mjs");
    const compiled = JSON.stringify(join(root, "dist", "emulator", "index.js"));
    writeFileSync(script, program.replace('"pulumi-clouddb/emulator"', compiled));
    const output = execFileSync(process.execPath, [script], { encoding: "utf8" });
    expect(output).toMatch(/^http:\S+\/v1 pat_\w+ \w+ 0\n$/);
    rmSync(folder, { recursive: true });
});

/** A `curl` line of the documentation. */
interface Example {
    readonly line: string;
    readonly method: string;
    readonly path: string;
    readonly body: string | undefined;
}

const examples = docs
    .split("\n")
    .filter((line) => line.startsWith("curl "))
    .map((line): Example => {
        const [, path = ""] = /"\$CLOUDDB_EMULATOR_CONTROL(\S*)"/.exec(line) ?? [];
        const [, method = "GET"] = / -X (\w+)/.exec(line) ?? [];
        const [, body] = / -d '(.*)'$/.exec(line) ?? [];
        return { line, method, path, body: body?.replace(/'(\$\w+)'/g, "$1") };
    });

const ids = { $SERVICE: "thatservice", $VPC: "thatvpc", $PEERING: "thatpeering", $NAME: "prepared" };
beforeEach(async () => {
    const { create } = bench.emulator;
    create.service({ id: ids.$SERVICE });
    create.vpc({ id: ids.$VPC });
    create.peering({ id: ids.$PEERING, vpc_id: ids.$VPC, status: "pending-acceptance" });
    await bench.emulator.save(ids.$NAME);
    bench.emulator.faults.add({ do: { kind: "drop" } });
});

const filled = (text: string) => Object.entries(ids).reduce((whole, [name, id]) => whole.replaceAll(name, id), text);

test.each(examples)("$line", async ({ method, path, body }) => {
    const reply = await request(bench.emulator.control + filled(path), method, { text: body && filled(body) });
    expect(reply.status).toBeGreaterThanOrEqual(200);
    expect(reply.status).toBeLessThan(300);
});

test("every route of the control surface has an example", () => {
    const known = Object.keys(controlRoutes);
    const shown = examples.map(({ method, path }) => {
        return `${method} ${path.replace(/\$\w+/, "{id}").replace("/f1", "/{id}")}`;
    });
    expect(known.filter((route) => !shown.includes(route))).toEqual([]);
    expect(known.length).toBeGreaterThan(20);
});
