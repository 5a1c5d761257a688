import assert from "node:assert/strict";
import { execSync } from "node:child_process";
import { test } from "node:test";
import { startEmulator } from "pulumi-clouddb/emulator";
import { deploy } from "pulumi-clouddb/testing";

test("migrations and application run on a new database, and on a fork with its data", async () => {
    const emulator = await startEmulator({ timeScale: 0.01, databases: true });
    /** Runs a command of the application on the database of a stack. */
    const run = (command, { outputs }) =>
        execSync(command, {
            env: { ...process.env, DATABASE_URL: `${outputs.url}&sslrootcert=${emulator.caFile}` },
            encoding: "utf8",
        });
    try {
        const dev = await deploy({ operation: "up", dir: ".", emulator });
        assert.equal(dev.exitCode, 0);
        run("npm run migrate", dev);
        assert.equal(run('node app.mjs "3 apples"', dev), "3 apples\n");

        const config = { forkOf: dev.outputs.id };
        const fork = await deploy({ operation: "up", dir: ".", emulator, stack: "pr-42", config });
        assert.equal(fork.exitCode, 0);
        assert.equal(run('node app.mjs "a loaf of bread"', fork), "3 apples\na loaf of bread\n");
        assert.equal(run("node app.mjs", dev), "3 apples\n");
    } finally {
        await emulator.stop();
    }
});
