// The programs that `cost` compares. Each makes BENCH_COUNT resources with the same inputs.
import { serviceArgs } from "./outputs.mjs";
import { makeProject } from "./project.mjs";

const count = "Number(process.env.BENCH_COUNT)";

const services = (module) => `
const { Service } = require("${module}");
for (let n = 0; n < ${count}; n++) new Service("one-" + n, ${JSON.stringify(serviceArgs)});
`;

const clouddb = () => makeProject("clouddb", services("pulumi-clouddb"));

/** The lines of `Pulumi.yaml` with which the engine starts the native provider. */
const plugin = `plugins:
  providers:
    - name: clouddb
      path: ./node_modules/pulumi-clouddb/dist/plugin
`;

/** The same services by the dynamic and by the native provider. */
export const makeDoors = () => [clouddb(), makeProject("native", services("pulumi-clouddb/native"), {}, plugin)];

// Pulumi's own way to write a dynamic provider: the code is serialised into the state of every resource.
const dynamicNoOp = `
const pulumi = require("@pulumi/pulumi");
const provider = {
    create: async (inputs) => ({ id: "no-op", outs: inputs }),
    diff: async () => ({ changes: false }),
    read: async (id, props) => ({ id, props }),
};
class NoOp extends pulumi.dynamic.Resource {
    constructor(name, args) { super(provider, name, args); }
}
for (let n = 0; n < ${count}; n++) new NoOp("one-" + n, ${JSON.stringify(serviceArgs)});
`;

/**
 * The floor: a resource with a constant provider string whose handler does nothing, with the inputs and the outputs of a service. A
 * CustomResource of a provider plugin would need a plugin; this one is served by the same provider host as a service is.
 */
const bare = ({ names }) => `
const pulumi = require("@pulumi/pulumi");
const none = Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, undefined]));
class Bare extends pulumi.CustomResource {
    constructor(name, args) {
        const properties = { ...none, ...args, __provider: "exports.handler=()=>require('bench-bare').service;" };
        super("pulumi-nodejs:dynamic/bench:Bare", name, properties, { additionalSecretOutputs: ["password", "initialPassword"] });
    }
}
for (let n = 0; n < ${count}; n++) new Bare("one-" + n, ${JSON.stringify(serviceArgs)});
`;

const bareProvider = ({ values }) => `
const outputs = ${JSON.stringify(values)};
exports.service = {
    check: async (olds, news) => ({ inputs: news }),
    diff: async () => ({ changes: false }),
    create: async (inputs) => ({ id: "bare", outs: { ...outputs, ...inputs } }),
    read: async (id, props) => ({ id, props }),
    update: async (id, olds, news) => ({ outs: { ...olds, ...news } }),
    delete: async () => {},
};
`;

/** @param sample - see `sampleOutputs`. */
export const makeVariants = (sample) => [
    makeProject("bare", bare(sample), { "bench-bare": bareProvider(sample) }),
    clouddb(),
    makeProject("dynamic", dynamicNoOp),
];
