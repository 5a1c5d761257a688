// Of a mutation run: one failing file is enough to know that a mutant is noticed. Jest's `bail` would end Stryker's process as well.
"use strict";
const { default: Runner } = require("jest-runner");

module.exports = class MutationRunner extends Runner {
    async runTests(tests, watcher, options) {
        const stop = this.on("test-file-success", ([, { numFailingTests }]) => {
            if (numFailingTests > 0) watcher.setState({ interrupted: true });
        });
        try {
            await super.runTests(tests, watcher, options);
        } finally {
            stop();
        }
    }
};
