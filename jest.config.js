/** @type {import("jest").Config} */
module.exports = {
    testEnvironment: "<rootDir>/test/support/workerEnvironment.js",
    // The SDK keeps what it has in the global scope from one file to the next.
    testEnvironmentOptions: { globalsCleanup: "off" },
    runtime: "<rootDir>/test/support/runtime.js",
    sandboxInjectedGlobals: require("./test/support/languageGlobals"),
    roots: ["<rootDir>/test"],
    testMatch: ["**/*.test.ts"],
    // Types are checked by `npm run typecheck`, once, instead of again in every worker.
    transform: { "^.+\\.ts$": ["ts-jest", { tsconfig: "tsconfig.json", diagnostics: false }] },
    // Most of what the SDK loads, and hardly a test uses.
    moduleNameMapper: {
        "^@npmcli/arborist$": "<rootDir>/test/support/noArborist.js",
        "^\\.\\./\\.\\./typescript-shim$": "<rootDir>/test/support/lazyTypescript.js",
        "^\\./automation$": "<rootDir>/test/support/lazyAutomation.js",
    },
    // For work that hangs; how long it takes on a busy machine is no fault.
    testTimeout: 120_000,
    setupFiles: ["<rootDir>/test/support/weakKeys.js"],
    testSequencer: "<rootDir>/test/sequencer.js",
    // On two cores: the suites that start processes wait for them a third of their time.
    maxWorkers: 3,
    // A worker that has grown is replaced between two files: the SDK keeps a good deal for as long as its process lives.
    workerIdleMemoryLimit: "1500MB",
    maxConcurrency: 2,
};
