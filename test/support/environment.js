// The SDK takes the stack trace of each promise that it makes, to show it if the promise never settles. To format one through
// source maps takes Jest longer than all that a test does, so these stay empty.
"use strict";
const path = require("node:path");
const { TestEnvironment } = require("jest-environment-node");

/** Survives the files of a worker, each of which has a global scope of its own. */
const workerScope = new Map();

const ofPromises = path.join("runtime", "debuggable.js");

module.exports = class extends TestEnvironment {
    constructor(config, context) {
        super(config, context);
        this.global.workerScope = workerScope;
        this.global.Error.prepareStackTrace = (error, trace) =>
            trace[0]?.getFileName()?.endsWith(ofPromises) ? "" : Error.prepareStackTrace(error, trace);
    }
};
