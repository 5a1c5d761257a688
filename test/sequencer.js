// Long suites first, also where Jest has not yet measured them, as in a clean clone.
"use strict";
const { default: Sequencer } = require("@jest/test-sequencer");
const processes = require("./processes");

/** Those that start processes, and of the others those that take seconds, and their folders. */
const long = [
    ...processes,
    "test/lifecycle/steps",
    "test/docs/types",
    "test/inputs/fuzz",
    "test/histories/",
    "test/api/fuzz",
    "test/lifecycle/",
    "test/rules/",
    "test/emulator/",
];

const rank = ({ path }) => {
    const at = long.findIndex((part) => path.includes(part));
    return at < 0 ? long.length : at;
};

module.exports = class extends Sequencer {
    sort(tests) {
        return super.sort(tests).sort((a, b) => rank(a) - rank(b));
    }
};
