// A process that the engine has started ends when the engine does, however it ends, since its death closes the channel between
// them.
process.once("disconnect", () => process.exit(1));
process.channel?.unref();

// What they start in turn has no such channel, and need not know of this.
const left = process.env.NODE_OPTIONS?.replace(/^--require "[^"]*" ?/, "");
if (left) process.env.NODE_OPTIONS = left;
else delete process.env.NODE_OPTIONS;
