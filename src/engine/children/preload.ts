// Loaded first into every process that the engine starts.
import module from "node:module";
import util from "node:util";
import { plainErrors } from "./plainErrors";

util.inspect = plainErrors(util.inspect);

// Since Node 22. Missing from the types of Node 20.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();

// The process exits with the engine: however the engine ends, its IPC channel is closed.
process.once("disconnect", () => process.exit(1));
process.channel?.unref();

// Grandchildren have no such channel and must not load this file.
const left = process.env.NODE_OPTIONS?.replace(/^--require "[^"]*" ?/, "");
if (left) process.env.NODE_OPTIONS = left;
else delete process.env.NODE_OPTIONS;
