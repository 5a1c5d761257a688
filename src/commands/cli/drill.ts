import { constants } from "node:os";
import { type Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { systemClock } from "../../shared/clock";
import { withHint } from "../../provider/config/hints";
import { visible } from "../../shared/visible";
import { sslModes } from "../../shared/connectionUrl";
import { sources } from "../doctor/projects";
import { DrillEnded, earlyReport, exitCodes, InvalidOption, drillText, sweepHint } from "../drill/report";
import { parseDuration } from "../../shared/duration";
import { asError, type Size } from "../../provider/lifecycle";
import { addApiCommand, connect } from "./api";
import { Failure, jsonText, number, UsageError } from "./command";

export function addDrill(clouddb: Command): void {
    addApiCommand(clouddb, "drill", "restore a service into a fork, run a command on it, and delete the fork")
        .usage("[options] <service> -- <command...>")
        .description(
            "Forks a service, runs a command with the address of the fork in DATABASE_URL, deletes the fork in every case, and " +
                "reports what was restored in which time. Changes nothing about the service itself.",
        )
        .argument("<service>", "the service: its id, its name, or the name of its resource")
        .argument("<command...>", "the command, which is run without a shell")
        .addOption(new Option("--at <time>", "restore this moment: 2030-01-31T12:00Z").conflicts("latest"))
        .option("--latest", "restore the latest snapshot (default)")
        .requiredOption("--user <name>", "the database user in DATABASE_URL (required)")
        .requiredOption("--database <name>", "the database in DATABASE_URL (required)")
        .addOption(new Option("--sslmode <mode>", "the sslmode in DATABASE_URL").choices(sslModes).default("require"))
        .option("--cpu-millis <size>", "the size of the fork (default: that of the service)", size)
        .option("--memory-gbs <size>", "as above", size)
        .addOption(
            new Option("--timeout <duration>", "when the command has to have ended; then the fork is deleted")
                .argParser(milliseconds)
                .default(2 * 3_600_000, "2h"),
        )
        .option("--json", "print the report as a JSON document; the command's output goes to standard error")
        .addHelpText("after", exitCodeHelp)
        .action(async (service, command, { baseUrl, json, ...options }) => {
            const { assertValid, drill } = await import("../drill/drill.js");
            const { findCommand, runCommand } = await import("../drill/command.js");
            const request = { ...options, service };
            const interruption = new Interruption();
            try {
                assertValid(request);
                const missing = findCommand(command[0] ?? "");
                if (missing?.notStarted !== undefined) throw new Failure(missing.notStarted, missing.exitCode);
                const project = await connect(baseUrl).project(undefined, undefined);
                const report = await drill(request, {
                    project,
                    signal: interruption.signal,
                    report: say,
                    run: (databaseUrl, signal) =>
                        runCommand(command, signal, {
                            env: { ...withoutKeys(process.env), DATABASE_URL: databaseUrl },
                            stdio: ["inherit", json ? 2 : "inherit", "inherit"],
                            clock: systemClock,
                        }),
                    onFork: (name, expiresAt) => (interruption.left = sweepHint(name, expiresAt)),
                });
                process.stdout.write(json ? jsonText(report) : drillText(report));
                process.exitCode = report.exitCode;
            } catch (error) {
                if (error instanceof InvalidOption) throw new UsageError(error.message, { cause: error });
                const outcome = error instanceof DrillEnded ? error.outcome : "failed";
                const isCoded = error instanceof DrillEnded || error instanceof Failure;
                const exitCode = isCoded ? error.exitCode : exitCodes.failed;
                const problem = withHint(asError(error), sources);
                if (json) process.stdout.write(jsonText(earlyReport({ outcome, exitCode, problem })));
                throw new Failure(problem, exitCode, { cause: error });
            } finally {
                interruption.close();
            }
        });
}

const exitCodeHelp = `
Exit code: the command's own, or
  2    the command line is invalid
  ${exitCodes.left}  the fork may still exist
  ${exitCodes.timedOut}  the drill did not complete within --timeout
  ${exitCodes.failed}  the drill failed: there was no fork to run the command on
  126  the command could not be run; 127 if there is none
  130  interrupted by ^C; other signals: 128 and their number

The command does not get CLOUDDB_API_KEY and CLOUDDB_PROFILES.`;

/** A size of the API: a number, or `shared`. */
const size = (text: string): Size => (text === "shared" ? text : number(text));

/** A timer cannot wait for much longer than three weeks. */
const longestTimeout = 168 * 3_600_000;

function milliseconds(text: string): number {
    const value = parseDuration(text) ?? 0;
    if (value > 0 && value <= longestTimeout) return value;
    throw new InvalidArgumentError("It must be a duration of at most 168h, such as 90m or 2h.");
}

const say = (text: string): void => void process.stderr.write(`${visible(text)}\n`);

/** What a check of restored data does not need. */
const keys: readonly string[] = ["CLOUDDB_API_KEY", "CLOUDDB_PROFILES"];
const withoutKeys = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
    Object.fromEntries(Object.entries(environment).filter(([name]) => !keys.includes(name)));

/** Milliseconds within which a second signal is the same one: `npx` passes on the ^C that the terminal also sends. */
const sameSignal = 1_000;

/** The first signal ends the drill, which deletes its fork. The second one ends the process. */
class Interruption {
    /** What deletes the fork, once one is requested. */
    left: string | undefined;
    readonly #controller = new AbortController();
    #since = 0;

    constructor() {
        for (const name of Interruption.signals) process.on(name, this.#onSignal);
        // A closed terminal is no reason to leave the fork.
        process.stderr.on("error", () => undefined);
    }

    static readonly signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

    get signal(): AbortSignal {
        return this.#controller.signal;
    }

    close(): void {
        for (const name of Interruption.signals) process.off(name, this.#onSignal);
    }

    readonly #onSignal = (name: NodeJS.Signals): void => {
        const code = 128 + constants.signals[name];
        if (!this.signal.aborted) {
            this.#since = systemClock.now();
            say(
                "Ending the drill and deleting its fork. Interrupt again, after a second, to exit at once and leave it.",
            );
            this.#controller.abort(new DrillEnded("interrupted", code, `The drill was interrupted by ${name}.`, name));
        } else if (systemClock.now() - this.#since >= sameSignal) {
            if (this.left !== undefined) say(`The fork may be left. ${this.left}`);
            process.exit(this.left === undefined ? code : exitCodes.left);
        }
    };
}
