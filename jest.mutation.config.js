// The tests that a mutation run repeats. MUTATION_AREA (api, lifecycle, dynamic) leaves out those of the other areas, which seldom
// find a mutant that the area's own do not, and take most of the time.
const base = require("./jest.config");
const withProcesses = require("./test/support/withProcesses");

const areas = {
    api: ["provider/api", "contract", "program/functions"],
    lifecycle: ["provider/lifecycle", "provider/operations", "provider/dynamic", "rules", "inputs"],
    dynamic: ["provider/dynamic", "rules", "inputs", "credentials"],
};
const area = areas[process.env.MUTATION_AREA];

/** @type {import("jest").Config} */
module.exports = {
    ...base,
    maxWorkers: 2,
    testSequencer: "<rootDir>/test/mutation/sequencer.js",
    runner: "<rootDir>/test/mutation/runner.js",
    ...(area && { testMatch: area.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`) }),
    testPathIgnorePatterns: [
        ...withProcesses,
        // Of the documents, and of types that Stryker's instrumentation breaks.
        "test/docs",
        "test/house",
        "test/contract/completeness",
        "test/emulator",
        "test/histories",
    ],
};
