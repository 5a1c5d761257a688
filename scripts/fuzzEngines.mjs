// Random histories on the embedded engine and on the Pulumi CLI of the PATH: `npm run fuzz:engines -- --minutes N [--seed S]`.
// Stops at the first difference, with the smallest history that shows it.
import { compiled, ofConformance } from "./compiled.mjs";

const { fuzz } = compiled(ofConformance, "test/conformance/fuzz/fuzz");
process.exitCode = await fuzz(process.argv.slice(2));
