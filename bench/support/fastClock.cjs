// Preloaded into a process: its clock and its sleeps run BENCH_FACTOR times as fast, as do the operations of the emulator beside it.
"use strict";
const { performance } = require("node:perf_hooks");
const timers = require("node:timers/promises");

const factor = Number(process.env.BENCH_FACTOR);
if (factor > 1) {
    const now = performance.now.bind(performance);
    performance.now = () => now() * factor;
    const { setTimeout: sleep } = timers;
    timers.setTimeout = (ms, value, options) => sleep(ms / factor, value, options);
}
