#!/usr/bin/env node
import { parseArgs } from "node:util";
import { defaults, type EmulatorOptions } from "./options";
import { startEmulator } from "./startEmulator";

const help = `clouddb-emulator - a local emulator of the Cloud Database Management API

  --port N          port to listen on; 0 selects a free one (default: ${defaults.port})
  --host ADDRESS    address to listen on (default: ${defaults.host})
  --time-scale X    multiplies the duration of operations by X (default: ${defaults.timeScale})
  --state FILE      persists the state in FILE, across restarts
  --seed N          seed for ids, tokens and passwords (default: ${defaults.seed})
  --services N      if there are no services yet, creates N in the first project
  --verbose         logs every request to standard error
  --help            prints this text

Prints one line of JSON, {"url", "control", "tokens"}, and runs until SIGTERM or ^C.
`;

/** An invalid argument; printed without a stack. */
class UsageError extends Error {}

function figure(name: string, text: string | undefined): number | undefined {
    if (text === undefined) return undefined;
    if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError(`--${name} takes a number, not '${text}'`);
    return Number(text);
}

function whole(name: string, text: string | undefined): number | undefined {
    const number = figure(name, text);
    if (number === undefined || Number.isSafeInteger(number)) return number;
    throw new UsageError(`--${name} takes a whole number, not '${text}'`);
}

function readArguments(args: string[]) {
    try {
        return parseArgs({
            args,
            options: {
                port: { type: "string" },
                host: { type: "string" },
                "time-scale": { type: "string" },
                state: { type: "string" },
                seed: { type: "string" },
                services: { type: "string" },
                verbose: { type: "boolean" },
                help: { type: "boolean" },
            },
        }).values;
    } catch (error) {
        throw new UsageError(error instanceof Error ? error.message : String(error));
    }
}

async function main(args: string[]): Promise<void> {
    const given = readArguments(args);
    if (given.help) {
        process.stdout.write(help);
        return;
    }
    const options: EmulatorOptions = {
        port: whole("port", given.port),
        host: given.host,
        timeScale: figure("time-scale", given["time-scale"]),
        state: given.state,
        seed: whole("seed", given.seed),
        log: given.verbose ? (line) => process.stderr.write(`${line}\n`) : undefined,
    };
    const services = whole("services", given.services) ?? 0;
    const emulator = await startEmulator(options);
    if (emulator.world.services.size === 0) emulator.create.services(services);
    const { url, control, tokens } = emulator;
    process.stdout.write(`${JSON.stringify({ url, control, tokens })}\n`);

    const stop = () => void emulator.stop().catch(fail);
    process.once("SIGTERM", stop).once("SIGINT", stop);
}

function fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`clouddb-emulator: ${message}\n`);
    const mistaken = error instanceof UsageError || error instanceof RangeError;
    if (mistaken) process.stderr.write("Try clouddb-emulator --help.\n");
    process.exitCode = mistaken ? 2 : 1;
}

main(process.argv.slice(2)).catch(fail);
