declare global {
    /** What test files that run in the same worker share: see `environment.js`. */
    var workerScope: Map<string, unknown>;
}

/** Makes it for the first test file that asks for it in a worker, and gives it to the others. */
export function ofWorker<T>(name: string, make: () => T): T {
    if (!globalThis.workerScope.has(name)) globalThis.workerScope.set(name, make());
    return globalThis.workerScope.get(name) as T;
}
