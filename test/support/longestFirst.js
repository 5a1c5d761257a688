// Starts first what takes longest, so that no worker is alone with it in the end. In a fresh clone, where no earlier run has left its times,
// Jest goes by the size of the files, and these are small.
const { default: Sequencer } = require("@jest/test-sequencer");

const longest = [
    "package/packed",
    "package/fromEmptyFolder",
    "e2e/guides",
    "e2e/field",
    "e2e/examples",
    "exhaustive/",
    "histories/",
    "kills/",
    "docs/testing",
    "e2e/",
    "canaries/",
];
const rank = ({ path }) => {
    const at = longest.findIndex((part) => path.includes(`/test/${part}`));
    return at === -1 ? longest.length : at;
};

module.exports = class LongestFirst extends Sequencer {
    sort(tests) {
        return super.sort(tests).sort((one, other) => rank(one) - rank(other));
    }
};
