// See scripts/mutation.mjs, which names the files.
/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
    testRunner: "jest",
    jest: { projectType: "custom", configFile: "jest.mutation.config.js", enableFindRelatedTests: false },
    coverageAnalysis: "perTest",
    ignoreStatic: true,
    dryRunTimeoutMinutes: 30,
    reporters: ["clear-text", "json", "progress-append-only"],
    jsonReporter: { fileName: "coverage/mutation.json" },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    thresholds: { high: 95, low: 85, break: 85 },
    timeoutMS: 30_000,
    tempDirName: "coverage/stryker",
    allowEmpty: true,
    warnings: { slow: false },
    ignorePatterns: ["dist", "coverage"],
};
