import { mkdirSync } from "node:fs";
import path from "node:path";
import { configEnvironment, providerConfig, readConfig, readProject } from "../../src/engine/project";
import { Secret } from "../../src/engine/model/values";
import { TraceProject } from "../conformance/traceProject";

let project: TraceProject;
beforeEach(() => (project = new TraceProject()));
afterEach(() => project.remove());

describe("Pulumi.yaml", () => {
    test("names the program", () => {
        project.write("Pulumi.yaml", "name: shop\nruntime: nodejs\n");
        expect(readProject(project.dir)).toEqual({
            name: "shop",
            root: project.dir,
            dir: project.dir,
            entry: ".",
            typescript: true,
            tsconfig: undefined,
            nodeArgs: [],
            config: {},
        });
    });

    test("is found from a directory below it, and may name the program's place", () => {
        project.write("Pulumi.yaml", "name: shop\nruntime: {name: nodejs}\nmain: infra\n");
        const infra = path.join(project.dir, "infra");
        mkdirSync(infra);
        expect(readProject(infra)).toMatchObject({ root: project.dir, dir: infra, entry: "." });
        project.write("Pulumi.yaml", "name: shop\nruntime: {name: nodejs}\nmain: thing.js\n");
        expect(readProject(infra)).toMatchObject({ dir: project.dir, entry: "thing.js" });
    });

    test.each([
        ["another language", "name: shop\nruntime: python\n", "runtime 'python': not in the embedded engine"],
        ["a program that is not there", "name: shop\nruntime: nodejs\nmain: none\n", "does not exist"],
        ["no name", "runtime: nodejs\n", "name"],
    ])("with %s is an error", (_what, text, message) => {
        project.write("Pulumi.yaml", text);
        expect(() => readProject(project.dir)).toThrow(message);
    });
});

describe("a stack's configuration", () => {
    const read = (passphrase = "p", inputs = {}) =>
        readConfig(readProject(project.dir), "dev", inputs, () => passphrase);
    const write = (stackFile: string) => project.write("Pulumi.dev.yaml", stackFile);
    // Made by the Pulumi CLI.
    const encrypted = [
        "encryptionsalt: v1:aHdnLJxn6s0=:v1:mDvWDXx0X2w44ACt:5tXQxVfEIGMNaVzt/5aK3DTbXudcuw==",
        "config:",
        "  conf:s3:",
        "    secure: v1:5FzWcMB3qCZFsWsi:Q9OG8oC7/i3E/vHoll9qk7QVVQ==",
        "  conf:obj:",
        "    a:",
        "      - 1",
        "    b:",
        "      secure: v1:3p9yGVPWFVw8Xwau:3jQ+0uP3EtkTqQBgkp3f458=",
    ].join("\n");

    test("is read from its file, which takes precedence over the project's", async () => {
        project.write(
            "Pulumi.yaml",
            "name: conf\nruntime: nodejs\nconfig:\n  a: 1\n  b: {default: x}\n  c: {value: y, secret: true}\n  d: {type: string}\n",
        );
        write("config:\n  conf:b: z\n  other:list: [1, two]\n  conf:flag: true\n");
        expect(Object.fromEntries(await read())).toEqual({
            "conf:a": { value: "1", secret: false },
            "conf:b": { value: "z", secret: false },
            "conf:c": { value: "y", secret: true },
            "other:list": { value: '[1,"two"]', secret: false },
            "conf:flag": { value: "true", secret: false },
        });
    });

    test("decrypts what the CLI encrypted; an object that contains a secret is secret", async () => {
        write(encrypted);
        expect(Object.fromEntries(await read())).toEqual({
            "conf:s3": { value: "sss", secret: true },
            "conf:obj": { value: '{"a":[1],"b":"q"}', secret: true },
        });
        await expect(read("wrong")).rejects.toThrow("Pulumi.dev.yaml: see PULUMI_CONFIG_PASSPHRASE");
    });

    test("is empty without files, and an error for a secrets provider of a cloud", async () => {
        expect((await read()).size).toBe(0);
        write("secretsprovider: awskms://x\nencryptedkey: k\n");
        await expect(read()).rejects.toThrow("secrets provider 'awskms://x'");
        write("config:\n  conf:s: {secure: v1:a:b}\n");
        await expect(read()).rejects.toThrow("no encryptionsalt");
    });

    test("takes what is given, and reaches the program as text, and the provider with marked secrets", async () => {
        write("config:\n  conf:plain: u\n");
        const given = { plain: "v", "other:number": 5, secret: { secret: "s" }, object: { secret: "s", more: 1 } };
        const config = await read("p", given);
        expect(providerConfig(config)).toEqual({
            "conf:plain": "v",
            "other:number": "5",
            "conf:secret": new Secret("s"),
            "conf:object": '{"secret":"s","more":1}',
        });
        const { PULUMI_CONFIG, PULUMI_CONFIG_SECRET_KEYS } = configEnvironment(config);
        expect(JSON.parse(PULUMI_CONFIG!)).toMatchObject({ "conf:plain": "v", "conf:secret": "s" });
        expect(JSON.parse(PULUMI_CONFIG_SECRET_KEYS!)).toEqual(["conf:secret"]);
    });
});
