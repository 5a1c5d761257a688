import { rmSync } from "node:fs";
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
