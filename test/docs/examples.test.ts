import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

const examples = path.resolve(__dirname, "..", "..", "examples");
const read = (example: string, file: string) => readFileSync(path.join(examples, example, file), "utf8");

test.each(readdirSync(examples))("%s is a project that can be copied", (example) => {
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

test("the README lists them all", () => {
    const page = readFileSync(path.resolve(examples, "..", "README.md"), "utf8");
    const listed = [...(/^- Examples to copy: .*?^(?=- )/ms.exec(page)?.[0] ?? "").matchAll(/\(examples\/([^)]+)\)/g)];
    expect(listed.map(([, name]) => name).sort()).toEqual(readdirSync(examples).sort());
});
