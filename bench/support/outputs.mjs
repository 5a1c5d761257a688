import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { root } from "./root.mjs";

const require = createRequire(import.meta.url);

/** The arguments of every service in the bench: all that one call creates. */
export const serviceArgs = { regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4, environment: "DEV" };

/** The outputs that the class `Service` declares. In a process of its own, since mocks stay in the SDK. */
function declaredOutputs() {
    const script = `
        const pulumi = require("@pulumi/pulumi");
        const { Service } = require("pulumi-clouddb");
        pulumi.runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) });
        const one = new Service("one", {});
        const names = Object.keys(one).filter((key) => pulumi.Output.isInstance(one[key]));
        console.log(JSON.stringify(names.filter((key) => !key.startsWith("_") && !["urn", "id"].includes(key))));`;
    return JSON.parse(execFileSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" }));
}

/** What a service has after an `up`: the outputs of the bare resources, by name and value. */
export async function sampleOutputs(emulator) {
    const { deploy } = require(`${root}/dist/testing.js`);
    const program = `new (require("pulumi-clouddb").Service)("one", ${JSON.stringify(serviceArgs)});`;
    const { resources, diagnostics } = await deploy({ operation: "up", program, emulator });
    const one = resources.find(({ name }) => name === "one");
    if (one?.id === undefined)
        throw new Error(`no service was made: ${diagnostics.map(({ message }) => message).join(" ")}`);
    const values = Object.fromEntries(Object.entries(one.outputs).filter(([key]) => !key.startsWith("__")));
    await emulator.reset();
    return { names: declaredOutputs(), values };
}
