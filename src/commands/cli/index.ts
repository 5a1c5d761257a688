#!/usr/bin/env node
// The command `clouddb`. Each command loads what it needs when it runs.
import { version } from "../../shared/packageRoot";
import { createProgram, run } from "./command";
import { addDoctor } from "./doctor";
import { addDrift } from "./drift";
import { addDrill } from "./drill";
import { addEmulator } from "./emulator";
import { addImport } from "./import";
import { addProgram } from "./program";
import { addSweep } from "./sweep";
import { addTry } from "./try";
import { addVerify } from "./verify";

const clouddb = createProgram("clouddb", version)
    .description("Commands for projects of a Cloud Database Management API and the Pulumi stacks that manage them.")
    .showHelpAfterError("Try `clouddb --help`.");
for (const add of [addDoctor, addDrift, addImport, addProgram, addDrill, addSweep, addVerify, addEmulator, addTry])
    add(clouddb);

void run(clouddb, process.argv);
