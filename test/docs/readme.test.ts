import { existsSync } from "node:fs";
import path from "node:path";
import { readSettings } from "../../src/provider/config/settings";
import { pages, root, textOf } from "./support/pages";

test("every configuration key that is documented is read, and every one that is read is documented", () => {
    const asked = new Set<string>();
    readSettings((key) => void asked.add(key), {});
    const named = [...textOf("docs/configuration.md").matchAll(/^\| `clouddb:(\w+)`/gm)].map(([, key]) => key);
    expect(named.sort()).toEqual([...asked].sort());
});

/** The anchors of a page's headings, as GitHub makes them, and of the rows of its tables. */
const anchorsOf = (page: string) => [
    ...[...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
        heading!
            .toLowerCase()
            .replace(/[^\p{L}\p{N} _-]/gu, "")
            .replaceAll(" ", "-"),
    ),
    ...[...textOf(page).matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, anchor]) => anchor!),
];

const repository = /^https:\/\/github\.com\/pulumi-clouddb\/pulumi-clouddb\/(?:blob|tree)\/main\//;

test.each(pages)("every link of %s leads somewhere", (page) => {
    const prose = textOf(page).replace(/^ *```.*?^ *```$/gms, "");
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    const lost = links.filter((link) => {
        const own = link.replace(repository, "/");
        if (/^https?:/.test(own)) return false;
        const [file = "", anchor] = own.split("#");
        const target = file === "" ? page : path.join(file.startsWith("/") ? "." : path.dirname(page), file);
        if (!existsSync(path.join(root, target))) return true;
        return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(lost).toEqual([]);
});

test("every page is reachable from the README", () => {
    const seen = new Set(["README.md"]);
    for (const page of seen)
        for (const [, link] of textOf(page).matchAll(/\]\(([^)#\s]+)/g)) {
            const own = link!.replace(repository, "/");
            if (/^https?:/.test(own)) continue;
            const target = own.startsWith("/") ? own.slice(1) : path.join(path.dirname(page), own);
            for (const one of [target, path.join(target, "README.md")]) if (pages.includes(one)) seen.add(one);
        }
    expect(pages.filter((page) => !seen.has(page))).toEqual([]);
});
