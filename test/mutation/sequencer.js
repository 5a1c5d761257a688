// Of a mutation run: a mutant needs only the files with the tests that reach it, quick ones first, and not all of them.
// Stryker's first run, without a mutant, tells which tests are in which file and how long each file takes.
"use strict";
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const { default: Sequencer } = require("@jest/test-sequencer");

const directory = path.join(__dirname, "..", "..", "coverage");
const measured = path.join(directory, "mutationFiles.json");
/** How much of the time of all tests, as the first run has measured it, one mutant may take. What these miss counts as survived. */
const share = Number(process.env.MUTATION_SHARE ?? 0.25);

module.exports = class MutationSequencer extends Sequencer {
    #pattern;

    constructor(options) {
        super(options);
        const { testNamePattern } = options.globalConfig;
        this.#pattern = testNamePattern ? new RegExp(testNamePattern, "i") : undefined;
    }

    sort(tests) {
        if (this.#pattern === undefined || !existsSync(measured)) return super.sort(tests);
        const files = JSON.parse(readFileSync(measured, "utf8"));
        const all = Object.values(files).reduce((sum, file) => sum + file.seconds, 0);
        let seconds = 0;
        return tests
            .map((test) => ({ test, cost: this.#cost(files[test.path]) }))
            .filter(({ cost }) => cost > 0)
            .sort((a, b) => a.cost - b.cost)
            .filter(({ cost }, at) => (seconds += cost) <= share * all || at === 0)
            .map(({ test }) => test);
    }

    /** What the tests of a file that reach the mutant take, in seconds. */
    #cost(file) {
        const reaching = file?.names.filter((name) => this.#pattern.test(name)).length ?? 0;
        return ((file?.seconds ?? 0) * reaching) / (file?.names.length ?? 1);
    }

    cacheResults(tests, results) {
        super.cacheResults(tests, results);
        if (this.#pattern !== undefined) return;
        const files = results.testResults.map(({ testFilePath, testResults, perfStats }) => [
            testFilePath,
            { names: testResults.map(({ fullName }) => fullName), seconds: (perfStats.end - perfStats.start) / 1000 },
        ]);
        mkdirSync(directory, { recursive: true });
        writeFileSync(measured, JSON.stringify(Object.fromEntries(files)));
    }
};
