import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { deploy } from "../../src/engine";
import { TraceProject } from "../conformance/traceProject";
import { fixtureProject } from "../support/fixtureProject";

jest.setTimeout(120_000);

// Which modules are valid programs is up to the SDK's runner; this tests that they are passed to it. TypeScript and ES modules
// are in test/e2e/engine.
test("a program with another entry, and with arguments for Node", async () => {
    const project = new TraceProject();
    const options = '{typescript: false, nodeargs: "--title one"}';
    try {
        project.write("Pulumi.yaml", `name: conf\nruntime: {name: nodejs, options: ${options}}\nmain: named.js\n`);
        project.write("named.js", `module.exports = async () => ({ given: process.execArgv.join(" ") });`);
        const { exitCode, outputs, diagnostics } = await deploy({ operation: "preview", dir: project.dir });
        expect([exitCode, outputs, diagnostics]).toEqual([0, { given: "--title one" }, []]);
    } finally {
        project.remove();
    }
});

test("a registration that a transform fails shows the program's file and line", async () => {
    const program = [
        `const { Service } = require("pulumi-clouddb");`,
        `const failing = () => { throw new Error("no such plan"); };`,
        `function declareShop() {`,
        `    new Service("orders", {}, { transforms: [failing] });`,
        `}`,
        `declareShop();`,
    ];
    const dir = fixtureProject({ "index.js": program.join("\n") });
    try {
        const { exitCode, diagnostics } = await deploy({ operation: "preview", dir });
        const messages = diagnostics.map(({ message }) => message).join("\n");
        expect(exitCode).toBe(1);
        expect(messages).toMatch(/no such plan[^]*at declareShop \(.*index\.js:4:\d+\)/);
    } finally {
        rmSync(dir, { recursive: true, force: true });
    }
});

test("the folder of an inline program is removed", async () => {
    const program = "module.exports = { dir: __dirname };";
    const { outputs } = await deploy({ operation: "preview", program });
    expect(path.isAbsolute(outputs.dir as string)).toBe(true);
    expect(existsSync(outputs.dir as string)).toBe(false);
});

test("an uncaught error of a program is reported with its stack", async () => {
    const program = `
        const error = new Error("no such thing");
        error.stack = "Error: no such thing\\n    at f (/p/node_modules/@pulumi/output.ts:5:3)";
        throw error;`;
    const { exitCode, diagnostics } = await deploy({ operation: "preview", program });
    expect(exitCode).toBe(1);
    expect(diagnostics).toMatchObject([
        {
            severity: "error",
            message: expect.stringMatching(
                /failed with an unhandled exception:\nError: no such thing\n {4}at f \(\/p\/node_modules\/@pulumi\/output\.ts:5:3\)$/,
            ) as string,
        },
    ]);
});
