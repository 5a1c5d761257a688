// One global scope for all files that a worker runs, so that they can share modules (runtime.js).
"use strict";
const FileEnvironment = require("./environment");

/** What the test runner keeps in the global scope: the tests of a file with all that they hold, and who hears of their results. */
const ofRunner = new Set(["JEST_STATE_SYMBOL", "EVENT_HANDLERS"]);

class WorkerEnvironment extends FileEnvironment {
    isShared = true;

    /** The scope stays for the next file. */
    async teardown() {
        this.disableStorages();
        for (const symbol of Object.getOwnPropertySymbols(this.global)) {
            if (ofRunner.has(symbol.description)) delete this.global[symbol];
        }
        // Jest would clear it with the scope: every value that a global has had.
        this._globalProxy.leftovers = [];
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
