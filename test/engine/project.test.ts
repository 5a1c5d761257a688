import { mkdirSync } from "node:fs";
import path from "node:path";
import { configEnvironment, providerConfig, stackConfig } from "../../src/engine/config";
import { readProject } from "../../src/engine/project";
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
    test("is that of the project, and what is given; it reaches the program as text, and the provider with marked secrets", () => {
        project.write(
            "Pulumi.yaml",
            "name: conf\nruntime: nodejs\nconfig:\n  a: 1\n  plain: {default: x}\n  c: {value: y, secret: true}\n  d: {type: string}\n",
        );
        const given = { plain: "v", "other:number": 5, secret: { secret: "s" }, object: { secret: "s", more: 1 } };
        const config = stackConfig(readProject(project.dir), given);
        expect(providerConfig(config)).toEqual({
            "conf:a": "1",
            "conf:plain": "v",
            "conf:c": new Secret("y"),
            "other:number": "5",
            "conf:secret": new Secret("s"),
            "conf:object": '{"secret":"s","more":1}',
        });
        const { PULUMI_CONFIG, PULUMI_CONFIG_SECRET_KEYS } = configEnvironment(config);
        expect(JSON.parse(PULUMI_CONFIG!)).toMatchObject({ "conf:plain": "v", "conf:secret": "s" });
        expect(JSON.parse(PULUMI_CONFIG_SECRET_KEYS!)).toEqual(["conf:c", "conf:secret"]);
    });
});
