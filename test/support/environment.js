"use strict";
const path = require("node:path");
const { AsyncLocalStorage } = require("node:async_hooks");
const { TestEnvironment } = require("jest-environment-node");

/** Survives the files of a worker, each of which may have a global scope of its own. */
const workerScope = new Map();

// The SDK takes the stack trace of each promise that it makes, to show it if the promise never settles. To format one through
// source maps takes Jest longer than all that a test does, so these stay empty.
const ofPromises = path.join("runtime", "debuggable.js");

// Node hands the context of each AsyncLocalStorage on to each promise, for as long as it is not disabled. Each file has one of the
// test runner's own, and those of all files before it would cost more than the tests.
const used = new Set();
for (const name of ["run", "enterWith"]) {
    const method = AsyncLocalStorage.prototype[name];
    AsyncLocalStorage.prototype[name] = function (...args) {
        used.add(this);
        return method.apply(this, args);
    };
}

module.exports = class extends TestEnvironment {
    constructor(config, context) {
        super(config, context);
        this.global.workerScope = workerScope;
        this.global.Error.prepareStackTrace = (error, trace) =>
            trace[0]?.getFileName()?.endsWith(ofPromises) ? "" : Error.prepareStackTrace(error, trace);
    }

    disableStorages() {
        for (const storage of used) storage.disable();
        used.clear();
    }

    async teardown() {
        this.disableStorages();
        await super.teardown();
    }
};
