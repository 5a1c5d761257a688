import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

const examples = path.resolve(__dirname, "..", "..", "examples");
const read = (example: string, file: string) => readFileSync(path.join(examples, example, file), "utf8");

const projects = readdirSync(examples, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

test.each(projects)("%s is a project that can be copied", (example) => {
    expect(parse(read(example, "Pulumi.yaml"))).toMatchObject({
        name: example,
        description: expect.stringMatching(/\.$/) as string,
    });
    const manifest = JSON.parse(read(example, "package.json")) as object;
    expect(manifest).toMatchObject({
        name: example,
        private: true,
        dependencies: { "pulumi-clouddb": expect.any(String) as string },
    });
    expect(read(example, "index.ts")).toContain('from "pulumi-clouddb"');
});

test("examples/README.md lists them all", () => {
    const page = readFileSync(path.join(examples, "README.md"), "utf8");
    const listed = [...page.matchAll(/^\| \[[\w-]+\]\(([\w-]+)\/README\.md\)/gm)].map(([, name]) => name);
    expect(listed).toEqual(projects);
});
