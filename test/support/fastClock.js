// Preloaded (`node --require`) into a process that runs the package: its clock then runs FAST_CLOCK times as fast, so that
// what takes minutes takes milliseconds. The emulator's clock has to run as fast: see scaledClock.ts.
"use strict";
const path = require("node:path");

const factor = Number(process.env.FAST_CLOCK);
if (factor > 0) {
    const { systemClock } = require(path.join(__dirname, "..", "..", "dist", "shared", "clock.js"));
    const { now, sleep } = systemClock;
    const start = Number(process.env.FAST_CLOCK_START);
    systemClock.now = () => start + (now() - start) * factor;
    systemClock.sleep = (ms, signal) => sleep(ms / factor, signal);
}
