import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { definitions } from "../../src/lifecycle";
import { commonRules } from "../../src/lifecycle/definitions/commonArgs";
import { readSettings } from "../../src/config/settings";

const root = path.resolve(__dirname, "..", "..");
const readme = readFileSync(path.join(root, "README.md"), "utf8");

/** The cells of the table row that begins with `first`, without the code marks. */
function row(first: string): string[] {
    const line = readme.split("\n").find((one) => one.startsWith(`| \`${first}\``));
    if (line === undefined) throw new Error(`no row for ${first}`);
    return line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
}

const words = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, word]) => word!);

describe("the table of resources says what the rules say", () => {
    test.each(Object.values(definitions))("$type", ({ type, rules }) => {
        const own = Object.entries(rules).filter(([key]) => !(key in commonRules));
        const ruled = (rule: string) => own.filter(([, is]) => is === rule).map(([key]) => key);
        const [, inPlace, replaces] = row(type);
        expect(words(inPlace!).sort()).toEqual(ruled("update").sort());
        expect(words(replaces!).sort()).toEqual(ruled("replace").sort());
    });
});

test("every configuration key that the README names is read, and every one that is read is named", () => {
    const asked = new Set<string>();
    readSettings((key) => void asked.add(key), {});
    const named = [...readme.matchAll(/^\| `clouddb:(\w+)`/gm)].map(([, key]) => key);
    expect(named.sort()).toEqual([...asked].sort());
});

test("every link inside the repository leads somewhere", () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target]) => target!);
    expect(links.length).toBeGreaterThan(8);
    expect(links.filter((target) => !existsSync(path.join(root, target)))).toEqual([]);
});

test("every command is one that the continuous integration or a test runs", () => {
    const commands = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => block!.trim().split("\n"));
    expect(commands).toEqual([
        "npm ci && npm run demo", // .ci/run
        "npm ci && npm test", // .ci/run
        "npm install pulumi-clouddb", // test/package
        "pulumi stack init dev", // test/e2e, where there is a pulumi, and all below
        "pulumi config set clouddb:baseUrl https://YOUR-API/v1",
        "pulumi config set --secret clouddb:apiKey",
        "pulumi up",
    ]);
});
