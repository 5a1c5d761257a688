// The unit tests without the documents, and without types that Stryker's instrumentation breaks.
const unit = require("./jest.unit.config");

/** @type {import("jest").Config} */
module.exports = {
    ...unit,
    testPathIgnorePatterns: [
        ...unit.testPathIgnorePatterns,
        "test/docs",
        "test/house",
        "test/contract",
        "test/emulator",
    ],
};
