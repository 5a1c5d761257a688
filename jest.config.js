/** @type {import("jest").Config} */
module.exports = {
    testEnvironment: "node",
    // The SDK keeps what it has in the global scope from one file to the next.
    testEnvironmentOptions: { globalsCleanup: "off" },
    roots: ["<rootDir>/test"],
    testMatch: ["**/*.test.ts"],
    transform: { "^.+\\.ts$": ["ts-jest", { tsconfig: "tsconfig.json", diagnostics: false }] },
    // Types are checked by `npm run typecheck`, once, instead of again in every worker.
    testTimeout: 30_000,
    maxWorkers: 2,
    maxConcurrency: 2,
};
