// The error of a failed output. An output rejects several promises, most of them without a handler, so that a failed
// output ends its process, as intended. Hence each one runs in a separate process.
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { promisify } from "node:util";
import { fixtureProject } from "./fixtureProject";
import { quickStart } from "./quickStart";
import { takeForEngine } from "./takeForEngine";

const prelude = `"use strict";
const pulumi = require("@pulumi/pulumi");
const clouddb = require("pulumi-clouddb");
const takeForEngine = () => (${takeForEngine.toString()})(pulumi);
process.on("unhandledRejection", (error) => { process.exitCode = 1; console.log(JSON.stringify({ message: error.message, run: pulumi.RunError.isInstance(error) })); process.exit(); });
`;

/**
 * The message with which a program ends whose resources have these `outputs`. Also checks that the engine shows it
 * without a stack.
 *
 * @param expression - the output, in JavaScript with `pulumi` and `clouddb`.
 */
export async function outputFailure(
    expression: string,
    outputs: object,
    config: object = {},
    { preview = false } = {},
): Promise<string> {
    const folder = fixtureProject({
        "index.js": `${prelude}
const outputs = ${JSON.stringify(outputs)};
pulumi.runtime.setAllConfig(${JSON.stringify(config)});
pulumi.runtime
    .setMocks({ newResource: ({ inputs, name }) => ({ id: name, state: { ...inputs, ...outputs } }), call: () => ({}) }, "project", "stack", ${preview})
    .then(takeForEngine)
    .then(() => (${expression}).apply((value) => console.log(JSON.stringify({ value }))));
`,
    });
    try {
        const told = await promisify(execFile)(process.execPath, ["index.js"], {
            cwd: folder,
            env: quickStart(process.env),
        }).then(
            ({ stdout }) => stdout,
            (error: unknown) => (error as { stdout: string }).stdout,
        );
        const { message, run } = JSON.parse(told) as { message?: string; run?: boolean };
        if (message === undefined || run !== true) throw new Error(`did not fail for the user: ${told}`);
        return message;
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}
