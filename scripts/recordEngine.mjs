// Records what the Pulumi CLI on the PATH does with scenarios of test/conformance: `npm run record:engine -- NAME ...`.
import path from "node:path";
import { compiled, ofConformance, root } from "./compiled.mjs";

const { record } = compiled(ofConformance, "test/conformance/record");
process.exitCode = await record(path.join(root, "test", "conformance", "scenarios"), process.argv.slice(2));
