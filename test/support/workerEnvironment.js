// One global scope for all files that a worker runs, so that they can share modules (runtime.js).
"use strict";
const FileEnvironment = require("./environment");

class WorkerEnvironment extends FileEnvironment {
    isShared = true;

    /** The scope stays for the next file, without the handlers that report the results of this one. */
    async teardown() {
        this.disableStorages();
        delete this.global[Symbol.for("EVENT_HANDLERS")];
    }
}

let ofWorker;

module.exports = function (config, context) {
    // Modules that may have changed, or whose coverage is measured, have to be loaded anew.
    const { watch, watchAll, collectCoverage } = config.globalConfig;
    if (watch || watchAll || collectCoverage) return new FileEnvironment(config, context);
    ofWorker ??= new WorkerEnvironment(config, context);
    return ofWorker;
};
