// examples/ci/preview-comment.mjs, on what Pulumi CLI 3.260 has printed for `preview --json`, without places and times.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./support/pages";

interface Preview {
    readonly steps: readonly { readonly op: string; readonly urn: string; readonly oldState?: object }[];
    readonly diagnostics?: readonly { readonly severity: string; readonly urn?: string; readonly message: string }[];
}

const recorded = (name: string) =>
    JSON.parse(readFileSync(path.join(__dirname, "previews", `${name}.json`), "utf8")) as Preview;

const script = path.join(root, "examples", "ci", "preview-comment.mjs");

/** The lines of the comment that say something, after those that every comment begins with. */
function comment(preview: Preview | string, stack = "dev"): string[] {
    const input = typeof preview === "string" ? preview : JSON.stringify(preview);
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, stack], { input, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    const [marker, title, ...lines] = stdout.split("\n").filter((line) => line !== "");
    expect(marker).toMatch(/^<!-- preview of [\w./-]+ -->$/);
    expect(title).toMatch(/^### Preview of `/);
    return lines;
}

/** A preview of one update, about which something is said. */
const about = (name: string, message: string, severity = "info"): Preview => {
    const urn = `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/clouddb:Service::${name}`;
    return { steps: [{ op: "update", urn }], diagnostics: [{ severity, urn, message }] };
};

test("deletions come first, then replacements, updates with the sentences of the plan, and creations", () => {
    expect(comment(recorded("changes"))).toEqual([
        "2 deletions, 1 replacement, 1 update, 1 creation.",
        "**Delete**",
        "- `Vpc` `old`, which `retainOnDelete` keeps",
        "- `Service` `events`, **with its data**",
        "**Replace**",
        "- `Service` `` reports`@octo <b> ``",
        "  - **warning** `REPLACE: regionCode cannot change in place; its data will be lost; the new one is created first.`",
        "**Update**",
        "- `Service` `orders`",
        "  - `resize 1 CPU / 4 GB -> 2 CPU / 8 GB, then HA 0 -> 1`",
        "**Create**",
        "- `ReadReplicaSet` `readers`",
        "**Warnings**",
        "- `logged by the program`",
    ]);
});

test("a failed preview says so before all else, and then why", () => {
    const lines = comment(recorded("refused"));
    expect(lines.slice(0, 3)).toEqual([
        "**The preview failed**, so this may not be all. See the log of the job.",
        "No change is known.",
        "**Errors**",
    ]);
    expect(lines[3]).toMatch(/^- `Service` `` reports`@octo <b> ``: `` .*must be set as well: a resize sends both/);
});

test("there may be nothing to change, and no preview at all", () => {
    expect(comment(recorded("unchanged"))).toEqual(["No changes."]);
    for (const output of ["", "error: no credentials", "null"])
        expect(comment(output)).toEqual(["The preview did not begin. See the log of the job."]);
});

test("no value of the state is in the comment, nor what the program prints", () => {
    const preview = recorded("changes");
    const withoutValues = preview.steps.map(({ op, urn, oldState = {} }) => {
        const { retainOnDelete } = oldState as { retainOnDelete?: boolean };
        return { op, urn, oldState: { retainOnDelete } };
    });
    expect(comment({ ...preview, steps: withoutValues })).toEqual(comment(preview));
    expect(JSON.stringify(preview.diagnostics)).toContain("printed by the program");
    expect(comment(preview).join()).not.toContain("printed by the program");
});

test.each([
    ["a mention", "@octo", "`@octo`"],
    ["backticks", "``a` @octo", "``` ``a` @octo ```"],
    ["HTML and a link", "<img src=x> [a](http://b) #1", "`<img src=x> [a](http://b) #1`"],
    ["lines", "a\r\n\n## b\u2028- c\u0000\u202Ed", "`a ## b - c d`"],
    ["nothing", " ", "(empty)"],
])("a name or message with %s is text", (_, given, shown) => {
    expect(comment(about(given, given))).toEqual(["1 update.", "**Update**", `- \`Service\` ${shown}`, `  - ${shown}`]);
});

test("a name with :: is whole", () => {
    expect(comment(about("a::b", "a::b: resize"))).toContain("- `Service` `a::b`");
});

test("a long message, and a long comment, are cut at the end", () => {
    const [, , , message] = comment(about("orders", "x".repeat(5_000)));
    expect(message!.length).toBeLessThan(1_100);
    const { urn } = about("orders", "").steps[0]!;
    const steps = Array.from({ length: 3_000 }, (_, n) => ({ op: "create", urn: `${urn}${n}` }));
    const lines = comment({ steps: [...steps, { op: "delete", urn }] });
    expect(lines.slice(0, 3)).toEqual([
        "1 deletion, 3000 creations.",
        "**Delete**",
        "- `Service` `orders`, **with its data**",
    ]);
    expect(lines.at(-1)).toMatch(/^\d+ lines are left out\.$/);
    expect(lines.join("\n").length).toBeLessThan(65_536);
});
