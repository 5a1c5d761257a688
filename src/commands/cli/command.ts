// What the commands of `clouddb` have in common.
import { Command, CommanderError, type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { asError } from "../../provider/lifecycle";
import { parseDuration } from "../../shared/duration";
import { visible } from "../../shared/visible";

/** An invalid command line that no single option causes. Its exit code is 2, as for every invalid command line. */
export class UsageError extends Error {}

/** Why a command fails. The exit code of any other error is 1. */
export class Failure extends Error {
    constructor(
        message: string,
        readonly exitCode: number,
        options?: ErrorOptions,
    ) {
        super(message, options);
    }
}

/** A document as the commands print it. */
export const jsonText = (document: object): string => `${JSON.stringify(document, undefined, 4)}\n`;

/** A part of the command line as the shell has it: `clouddb try up`. */
const wordsOf = (command: CommandUnknownOpts): string =>
    command.parent === null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`;

/** Adds a command, whose errors name its help. @param example - a line of a shell, at the end of the help. */
export function addCommand(parent: Command, name: string, summary: string, example: string): Command {
    const description = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
    const command = parent.command(name).summary(summary).description(description);
    command.addHelpText("afterAll", `\nExample:\n  ${example}`);
    return command.showHelpAfterError(`Try \`${wordsOf(command)} --help\`.`);
}

/** Parses an option that may be repeated. */
export const repeated = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];

/** Parses a number. Its form is that of a person: neither `1e3` nor `0x10`. */
export function number(text: string): number {
    if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError("It must be a number, 0 or above.");
    return Number(text);
}

export function wholeNumber(text: string): number {
    const value = number(text);
    if (!Number.isSafeInteger(value)) throw new InvalidArgumentError("It must be a whole number, 0 or above.");
    return value;
}

/** Tells how a command goes on. */
export const say = (text: string): void => void process.stderr.write(`${visible(text)}\n`);

/** A timer cannot wait for much longer than three weeks. */
const longestTimeout = 168 * 3_600_000;

/** Parses a duration. */
export function milliseconds(text: string): number {
    const value = parseDuration(text) ?? 0;
    if (value > 0 && value <= longestTimeout) return value;
    throw new InvalidArgumentError("It must be a duration of at most 168h, such as 90m or 2h.");
}

const keyAdvice = "The API key is read from CLOUDDB_API_KEY only, because other users see a command line.";

/** A message about the command line without the values, which may be secrets: `--api-key=s3cret`. */
function withoutValues(message: string): string {
    const text = message.replace(/(unknown option '[^=]*)=[^]*'/, "$1'");
    return /unknown option '--?(api-?)?(key|token)\b/i.test(text) ? `${text.trimEnd()}. ${keyAdvice}\n` : text;
}

/** Creates the program, to which commands are added. */
export const createProgram = (name: string, version: string): Command =>
    new Command(name)
        .version(version)
        .exitOverride()
        .configureHelp({ subcommandTerm: (command) => command.name() })
        .configureOutput({
            getOutHelpWidth: () => (process.stdout.isTTY ? Math.min(process.stdout.columns, widest) : widest),
            outputError: (message, write) => write(withoutValues(message)),
        });

/** Columns of a help text. Longer lines are hard to read. */
const widest = 110;

/** Runs the command that the arguments name, and prints why it fails. */
export async function run(program: Command, argv: readonly string[]): Promise<void> {
    // The reader may close the pipe early (`| head`). The command is completed anyway.
    process.stdout.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code !== "EPIPE") throw error;
    });
    let running: CommandUnknownOpts = program;
    program.hook("preAction", (_program, action) => void (running = action));
    try {
        await program.parseAsync(argv);
    } catch (error) {
        if (error instanceof CommanderError) {
            // It is printed already.
            process.exitCode = error.exitCode === 0 ? 0 : 2;
            return;
        }
        process.stderr.write(`error: ${asError(error).message}\n`);
        const isUsage = error instanceof UsageError;
        if (isUsage) process.stderr.write(`Try \`${wordsOf(running)} --help\`.\n`);
        process.exitCode = isUsage ? 2 : error instanceof Failure ? error.exitCode : 1;
    }
}
