// The errors of failed outputs. An output rejects several promises, most of them without a handler, so that a failed
// output ends its process, as intended. Hence they fail in a process of their own.
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { promisify } from "node:util";
import { fixtureProject } from "./fixtureProject";
import { takeForEngine } from "./takeForEngine";

export interface FailingOutput {
    /** The output, in JavaScript with `pulumi` and `clouddb`. */
    readonly expression: string;
    /** What the resources have. */
    readonly outputs: object;
    readonly config?: object;
    readonly preview?: boolean;
}

/** The next one begins when nothing of the one before is left to be done, so that no error is taken for another's. */
const runner = `"use strict";
const pulumi = require("@pulumi/pulumi");
const clouddb = require("pulumi-clouddb");
const takeForEngine = () => (${takeForEngine.toString()})(pulumi);
const told = [];
let current = -1;
const end = () => {
    console.log(JSON.stringify(told));
    process.exit();
};
process.on("unhandledRejection", (error) => {
    told[current] ??= { message: error.message, run: pulumi.RunError.isInstance(error) };
    if (current === cases.length - 1) end();
});
process.on("beforeExit", () => {
    if (++current === cases.length) end();
    // Without work of the event loop's there is no second "beforeExit".
    setImmediate(() => undefined);
    const { output, outputs, config, preview } = cases[current];
    pulumi.runtime.setAllConfig(config);
    pulumi.runtime
        .setMocks({ newResource: ({ inputs, name }) => ({ id: name, state: { ...inputs, ...outputs } }), call: () => ({}) }, "project", "stack", preview)
        .then(takeForEngine)
        .then(() => output().apply((value) => (told[current] = { value })));
});
`;

const textOf = ({ expression, outputs, config = {}, preview = false }: FailingOutput) =>
    `{ output: () => (${expression}), outputs: ${JSON.stringify(outputs)}, config: ${JSON.stringify(config)}, preview: ${preview} }`;

/**
 * The messages with which a program ends that has one of these outputs. An output that does not fail, or with an error that the engine
 * shows with its stack, has a message that says so.
 */
export async function outputFailures(outputs: readonly FailingOutput[]): Promise<string[]> {
    const folder = fixtureProject({ "index.js": `${runner}\nconst cases = [${outputs.map(textOf).join(",\n")}];\n` });
    try {
        const { stdout } = await promisify(execFile)(process.execPath, ["index.js"], { cwd: folder });
        const told = JSON.parse(stdout) as ({ message?: string; run?: boolean } | null)[];
        return outputs.map((_, n) => {
            const { message, run } = told[n] ?? {};
            return message !== undefined && run === true
                ? message
                : `did not fail for the user: ${JSON.stringify(told[n])}`;
        });
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}

/** The message of one. */
export async function outputFailure(expression: string, outputs: object, config: object = {}): Promise<string> {
    const [message = ""] = await outputFailures([{ expression, outputs, config }]);
    return message;
}
