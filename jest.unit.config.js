// The tests of single parts, which take less than a minute: without those that start processes or play whole operations.
const wholeOperations = [
    "test/provider/operations/",
    "test/rules/",
    "test/exhaustive/",
    "test/histories/",
    "test/field/",
    "test/commands/",
    // These compile programs.
    "test/docs/types",
    "test/inputs/compiler",
];

/** @type {import("jest").Config} */
module.exports = {
    ...require("./jest.config"),
    maxWorkers: 2,
    testPathIgnorePatterns: [...require("./test/support/withProcesses"), ...wholeOperations],
};
