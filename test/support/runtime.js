// Jest gives each file of tests new copies of all modules. Each has to be loaded, and is slow until V8 has optimized it, which takes
// longer than what most files test. Where a worker has one global scope (workerEnvironment.js), the modules of src/, of node_modules
// and of Jest's matchers are loaded once a worker instead, as they are once in a provider's process: what such a module keeps is
// there in the next file as well. The files of test/ are still loaded for each file, and `jest.isolateModules` gives new copies.
"use strict";
const path = require("node:path");
const { isBuiltin } = require("node:module");
const { default: Runtime } = require("jest-runtime");

/** The runtime that loads the shared modules, by the environment. */
const runtimes = new WeakMap();

class FileRuntime extends Runtime {
    #source;
    /** None in an environment that is the file's own. */
    #shared;
    #isolated = false;

    constructor(config, environment, ...rest) {
        super(config, environment, ...rest);
        this.#source = path.join(config.rootDir, "src", path.sep);
        if (environment.isShared && !runtimes.has(environment)) {
            runtimes.set(environment, new Runtime(config, environment, ...rest));
        }
        this.#shared = runtimes.get(environment);
    }

    requireModule(from, name, options, isRequireActual) {
        const isShared = this.#shared !== undefined && this.#isShared(from, name, options);
        if (isShared) return this.#shared.requireModule(from, name, options, isRequireActual);
        return super.requireModule(from, name, options, isRequireActual);
    }

    /** Jest's own modules are internal: its matchers are shared, but the runner of a file's tests is not. */
    #isShared(from, name, options) {
        if (name === undefined || this.#isolated) return false;
        if (!name.startsWith(".")) return !path.isAbsolute(name) && !isBuiltin(name);
        return !options?.isInternalModule && path.resolve(path.dirname(from), name).startsWith(this.#source);
    }

    isolateModules(load) {
        this.#isolated = true;
        try {
            super.isolateModules(load);
        } finally {
            this.#isolated = false;
        }
    }

    /** Where the stack traces of either kind of module are mapped back. */
    getSourceMaps() {
        const maps = super.getSourceMaps();
        const shared = this.#shared?.getSourceMaps() ?? new Map();
        return {
            get: (file) => maps.get(file) ?? shared.get(file),
            *[Symbol.iterator]() {
                yield* maps;
                yield* shared;
            },
        };
    }
}

module.exports = { __esModule: true, default: FileRuntime };
