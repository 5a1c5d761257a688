/** @type {import("jest").Config} */
module.exports = {
    testEnvironment: "node",
    roots: ["<rootDir>/test"],
    testMatch: ["**/*.test.ts"],
    // What is loaded on demand is named as Node finds it.
    moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
    // Types are checked by `npm run typecheck`, once, instead of again in every worker.
    transform: { "^.+\\.ts$": ["ts-jest", { tsconfig: "tsconfig.jest.json", diagnostics: false }] },
    testSequencer: "<rootDir>/test/support/longestFirst.js",
    // For work that hangs. A busy machine is no failure.
    testTimeout: 120_000,
    // On two cores: the suites that start processes wait for them a third of their time.
    maxWorkers: 3,
    // Replaces a worker that has grown between two files: the SDK keeps memory for as long as its process lives.
    workerIdleMemoryLimit: "1500MB",
    maxConcurrency: 2,
};
