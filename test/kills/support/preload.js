// Preloaded (`node --require`) into every Node process of a deployment: tells the test that it is there, answers when it is spoken
// to, and by its death tells that it is not there any more (see census.ts). It also lets a process of the embedded
// engine outlive its engine, as with the Pulumi CLI.
"use strict";
const net = require("node:net");

process.removeAllListeners("disconnect");
const line = net.connect(Number(process.env.CENSUS_PORT), "127.0.0.1");
line.on("error", () => undefined); // The test is over.
line.write(`${JSON.stringify({ pid: process.pid, script: process.argv[1] ?? "" })}\n`);
line.on("data", () => line.write("\n"));
line.unref();
