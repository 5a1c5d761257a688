/** The tests that run as they are in the clone: no process of their own, no build. @type {import("jest").Config} */
module.exports = { ...require("./jest.config"), testPathIgnorePatterns: require("./test/processes"), maxWorkers: 2 };
