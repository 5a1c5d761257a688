import { existsSync } from "node:fs";
import path from "node:path";
import { type DeployOptions, deploy, type EngineEvent } from "../../src/engine";
import { TraceProject } from "../conformance/traceProject";
import { SlowProject } from "./slowProject";

jest.setTimeout(120_000);

describe("deploy", () => {
    test("runs an inline program and returns plain values", async () => {
        const program = `
            const pulumi = require("@pulumi/pulumi");
            const config = new pulumi.Config();
            const group = new pulumi.ComponentResource("test:index:Group", "group");
            group.registerOutputs({});
            module.exports = {
                name: config.require("name"),
                size: config.requireObject("size"),
                password: config.requireSecret("password"),
                ours: typeof require("pulumi-clouddb").Service,
                stack: pulumi.getStack() + "/" + pulumi.getProject(),
                dir: __dirname,
            };`;
        const config = { name: "n", size: { cpu: 1 }, password: { secret: "s" } };
        const events: EngineEvent[] = [];
        const options = { program, config, project: "shop", stack: "test" };
        const result = await deploy({ operation: "up", ...options, onEvent: (event) => events.push(event) });
        expect(result).toMatchObject({
            exitCode: 0,
            changes: { create: 2 },
            outputs: { name: "n", size: { cpu: 1 }, password: "s", ours: "function", stack: "test/shop" },
            secretOutputs: ["password"],
            diagnostics: [],
        });
        expect(result.resources.map(({ name, type }) => [name, type])).toEqual([
            ["shop-test", "pulumi:pulumi:Stack"],
            ["group", "test:index:Group"],
        ]);
        expect(events.map(({ kind }) => kind)).toEqual(["start", "step", "done", "step", "done", "outputs", "end"]);
        expect(path.isAbsolute(result.outputs.dir as string)).toBe(true);
        expect(existsSync(result.outputs.dir as string)).toBe(false);
        const again = await deploy({ operation: "preview", ...options, state: result.state });
        expect(again).toMatchObject({ exitCode: 0, changes: { same: 2 }, state: result.state });
    });

    test("has no outputs after a failed preview, and the previous ones after a failed `up`", async () => {
        const before = "exports.size = 1; exports.old = true;";
        const { state } = await deploy({ operation: "up", program: before });
        const broken = { program: `throw new Error("no");`, state };
        const preview = await deploy({ operation: "preview", ...broken });
        expect(preview.exitCode).toBe(1);
        expect(preview.outputs).toEqual({});
        expect(preview.resources[0]!.outputs).toEqual({});
        const up = await deploy({ operation: "up", ...broken });
        expect(up).toMatchObject({ exitCode: 1, outputs: { size: 1, old: true } });
    });

    test("configures a stack for an emulator", async () => {
        const program = `
            const pulumi = require("@pulumi/pulumi");
            const config = new pulumi.Config("clouddb");
            module.exports = { baseUrl: config.require("baseUrl"), apiKey: config.requireSecret("apiKey") };`;
        const emulator = { url: "http://127.0.0.1:1/v1", tokens: [{ token: "t" }] };
        const { outputs, secretOutputs } = await deploy({ operation: "preview", program, emulator });
        expect(outputs).toEqual({ baseUrl: emulator.url, apiKey: "t" });
        expect(secretOutputs).toEqual(["apiKey"]);
    });

    test.each<[string, Partial<DeployOptions>, string]>([
        ["no slots", { parallel: 0 }, "parallel: 0 is not 1 or above"],
        ["no project", { program: undefined, dir: "/" }, "no Pulumi.yaml in / or above it"],
        ["no state", { state: { version: 3 } as never }, "deployment"],
    ])("is refused with %s", async (_what, options, message) => {
        await expect(deploy({ operation: "up", program: "", ...options })).rejects.toThrow(message);
    });
});

const exited = "^an unhandled error occurred: Program exited with non-zero exit code:";
const aws = `new pulumi.CustomResource("aws:s3:Bucket", "b", {});`;
const uncaught = `
    const error = new Error("no such thing");
    error.stack = "Error: no such thing\\n    at f (/p/node_modules/@pulumi/output.ts:5:3)";
    throw error;`;
const transform = `new pulumi.ComponentResource("test:index:Group", "g", {}, { transforms: [() => { throw new Error("oh"); }] });`;

describe("what goes wrong in a program", () => {
    test.each([
        ["an exit of its own", "process.exit(3);", `${exited} 3$`],
        ["a signal", `process.kill(process.pid, "SIGKILL");`, `${exited} -1$`],
        [
            "an error that it does not catch",
            uncaught,
            /failed with an unhandled exception:\nError: no such thing\n {4}at f \(\/p\/node_modules\/@pulumi\/output\.ts:5:3\)$/,
        ],
        [
            "a type of a provider's plugin",
            aws,
            "resources of type 'aws:s3:Bucket': not in the embedded engine, use the Pulumi CLI",
        ],
        [
            "a transform that fails",
            transform,
            "invoke transform: rpc error: code = Unknown desc = transform failed: Error: oh",
        ],
    ])("%s is reported", async (_what, body, message) => {
        const program = `const pulumi = require("@pulumi/pulumi");\n${body}`;
        const { exitCode, diagnostics } = await deploy({ operation: "up", program });
        expect(exitCode).toBe(1);
        expect(diagnostics).toMatchObject([{ severity: "error", message: expect.stringMatching(message) as string }]);
    });
});

describe("what goes wrong in a provider", () => {
    /** Deploys a resource whose provider has this `create`. */
    async function deployWith(create: string) {
        const project = new TraceProject();
        try {
            project.write("provider.js", `module.exports = { create: ${create} };`);
            const __provider = `exports.handler = () => require(${JSON.stringify(path.join(project.dir, "provider.js"))});`;
            project.program = `new pulumi.CustomResource("pulumi-nodejs:dynamic/x:X", "x", { __provider: ${JSON.stringify(__provider)} });`;
            return await deploy({ operation: "up", dir: project.dir, env: project.env([]) });
        } finally {
            project.remove();
        }
    }

    test("the end of its process is an error of the resource", async () => {
        const { exitCode, diagnostics, state } = await deployWith("() => process.exit(7)");
        expect(exitCode).toBe(1);
        expect(diagnostics[0]).toMatchObject({
            message: "the provider's process ended while it had to create the resource",
        });
        expect(state!.deployment.pending_operations).toBeUndefined();
    });

    test("what it prints as it ends is in the result", async () => {
        const printing = `() => {
            process.once("SIGTERM", () => { console.error("late"); process.exit(0); });
            return { id: "x", outs: {} };
        }`;
        const { exitCode, diagnostics } = await deployWith(printing);
        expect(exitCode).toBe(0);
        expect(diagnostics).toEqual([{ severity: "info#err", message: "late" }]);
    });
});

describe("`parallel`", () => {
    /** @returns the kinds of the resources' events */
    async function eventsOf(parallel: number): Promise<string[]> {
        const project = new SlowProject(`for (const name of ["a", "b", "c"]) Slow(name);`);
        const kinds: string[] = [];
        try {
            const done = deploy({
                operation: "up",
                dir: project.dir,
                parallel,
                env: project.env(),
                onEvent(event) {
                    if (event.kind !== "step" && event.kind !== "done") return;
                    if ("next" in event.step && event.step.next.type.endsWith(":Slow")) kinds.push(event.kind);
                },
            });
            await project.began("a");
            for (const name of ["a", "b", "c"]) project.letGo(name);
            expect((await done).exitCode).toBe(0);
        } finally {
            project.remove();
        }
        return kinds;
    }

    test("with one, each resource waits for the previous one; with several, they are created concurrently", async () => {
        expect(await eventsOf(1)).toEqual(["step", "done", "step", "done", "step", "done"]);
        expect((await eventsOf(3)).slice(0, 2)).toEqual(["step", "step"]);
    });
});
