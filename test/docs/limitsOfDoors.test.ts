// docs/limits.md says which limits of dynamic resources the native provider does not have: each has a test that proves it.
import { textOf } from "./support/pages";

const e2e = "test/e2e/native.test.ts";
const limits = "test/e2e/nativeLimits.test.ts";
const imports = "test/e2e/nativeImport.test.ts";
const interrupts = "test/e2e/nativeInterrupts.test.ts";
const host = "test/provider/native/host.test.ts";

/** What a row is about, and its proof: a file and the title of a test. The titles have to be unlike, so that each is one row. */
const proofs: readonly (readonly [row: string, file: string, title: string])[] = [
    ["does not show drift", e2e, "a plain preview shows drift, as the commands do, and the next `up` corrects it"],
    ["does not notice what is gone", limits, "a plain preview notices what is gone, and what is being deleted"],
    ["`pulumi import TYPE NAME ID`", imports, "`pulumi import TYPE NAME ID` of each kind, then the printed program"],
    ["The option `import`", limits, "the option `import` takes over what is there"],
    ["`^C`", interrupts, "one ^C ends a create at once, and the next `up` completes the resource"],
    ["explicit providers", e2e, "an explicit provider has settings of its own"],
    ["outputs are unknown", limits, "an update that calls no API leaves the outputs known in its preview"],
    ["`--diff`", limits, "the details of a diff have what changes, and what is replaced by it"],
    ["`customTimeouts`", limits, "a transform sets the time-outs"],
    [
        "`replaceOnChanges`",
        limits,
        "a transform sets `replaceOnChanges`, and a forced replacement needs `deleteBeforeReplace`",
    ],
    ["direct dependency", limits, "a program need not have the package installed that its library has"],
    ["TypeScript or JavaScript", host, "a program without the package's classes creates, changes, reads and deletes"],
    ["types in URNs", limits, "the state has types of the package's own, and no configuration of others"],
    ["whole configuration", limits, "the state has types of the package's own, and no configuration of others"],
];

const section = (page: string, heading: string) => textOf(page).split(`\n## ${heading}\n`)[1]!.split("\n## ")[0]!;

/** The rows of a section's table, without those of its head. */
const rowsOf = (text: string) =>
    text
        .split("\n")
        .filter((line) => line.startsWith("|"))
        .slice(2)
        .map((line) => line.split("|").slice(1, -1));

const rows = rowsOf(section("docs/limits.md", "What dynamic resources cannot do"));

test("each row says yes or no, and each yes has its proof", () => {
    expect(rows.filter(([, native = ""]) => !/^ (yes|no)\b/.test(native))).toEqual([]);
    const without = rows
        .filter(([, native = ""]) => native.startsWith(" yes"))
        .map(([limit = ""]) => limit)
        .filter((limit) => proofs.filter(([row]) => limit.includes(row)).length !== 1);
    expect(without).toEqual([]);
});

test.each(proofs)("%s", (row, file, title) => {
    const [, native] = rows.find(([limit = ""]) => limit.includes(row))!;
    expect(native).toMatch(/^ yes/);
    expect(textOf(file)).toContain(`"${title}"`);
});

test("README.md and docs/native.md say the same about which provider", () => {
    const short = rowsOf(section("README.md", "Which provider"));
    expect(short.length).toBeGreaterThan(3);
    expect(rowsOf(section("docs/native.md", "Which provider"))).toEqual(short);
});
