// Preloaded (`NODE_OPTIONS=--require`) into every process of a deployment: notes the highest memory of each, in the folder BENCH_PROBE.
"use strict";
const { renameSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const { setInterval } = require("node:timers");

const folder = process.env.BENCH_PROBE;
const script = process.argv[1] ?? "";
const role = script.includes("dynamic-provider") ? "provider" : script.includes("cmd") ? "program" : "other";
if (folder) {
    const file = path.join(folder, `${role}-${process.pid}.json`);
    let noted = 0;
    // The CLI may end a process by a signal, so the figure cannot wait for its end.
    const note = () => {
        const peakMb = process.resourceUsage().maxRSS / 1024;
        if (peakMb <= noted) return;
        noted = peakMb;
        // It may be ended while it writes.
        writeFileSync(`${file}.draft`, JSON.stringify({ role, peakMb }));
        renameSync(`${file}.draft`, file);
    };
    setInterval(note, 100).unref();
    process.once("exit", note);
}
