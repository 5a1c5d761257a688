// Tests the tests: changes the source in small ways, and runs the unit tests that cover the changed line.
// `npm run mutation -- --mutate src/lifecycle/step.ts` runs it for some files only.
/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
    testRunner: "jest",
    jest: { projectType: "custom", configFile: "jest.mutation.config.js" },
    coverageAnalysis: "perTest",
    ignoreStatic: true,
    mutate: ["src/{lifecycle,provider,api}/**/*.ts", "!src/**/index.ts", "!src/api/schemas.ts"],
    reporters: ["clear-text", "progress", "json"],
    jsonReporter: { fileName: "coverage/mutation.json" },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    thresholds: { high: 95, low: 85, break: 85 },
    timeoutMS: 60_000,
    concurrency: 2,
    tempDirName: "coverage/stryker",
    allowEmpty: true,
    warnings: { slow: false },
    ignorePatterns: ["dist", "coverage"],
};
