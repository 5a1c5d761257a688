// The SDK takes the stack trace of each promise that it makes, to show it if the promise never settles. To format one through
// source maps takes Jest longer than all that a test does, so these stay empty.
"use strict";
const path = require("node:path");
const { TestEnvironment } = require("jest-environment-node");

const ofPromises = path.join("runtime", "debuggable.js");

module.exports = class extends TestEnvironment {
    constructor(config, context) {
        super(config, context);
        this.global.Error.prepareStackTrace = (error, trace) =>
            trace[0]?.getFileName()?.endsWith(ofPromises) ? "" : Error.prepareStackTrace(error, trace);
    }
};
