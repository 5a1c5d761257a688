import { writeSync } from "node:fs";
import { type Command, Option } from "@commander-js/extra-typings";
import { systemClock } from "../../shared/clock";
import { withHint } from "../../provider/config/hints";
import { sslModes } from "../../shared/connectionUrl";
import { sources } from "../doctor/projects";
import { DrillEnded, earlyReport, exitCodes, InvalidOption, drillText, sweepHint } from "../drill/report";
import { asError, type Size } from "../../provider/lifecycle";
import { addApiCommand, connect } from "./api";
import { Failure, jsonText, milliseconds, number, say, UsageError } from "./command";
import { Interruption } from "./interruption";

export function addDrill(clouddb: Command): void {
    const summary = "restore a service into a fork, run a command on it, and delete the fork";
    addApiCommand(clouddb, "drill", summary, "clouddb drill orders --user tsdbadmin --database tsdb -- ./check.sh")
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
            const interruption = new Interruption("drill", "its fork", "The fork");
            interruption.onExit = (exitCode) => {
                const problem = "A second signal ended the drill at once.";
                const { left = null } = interruption;
                if (json)
                    writeSync(1, jsonText({ ...earlyReport({ outcome: "interrupted", exitCode, problem }), left }));
            };
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
Exit code: the command's own, or 2 bad usage, ${exitCodes.left} the fork may still exist,
  ${exitCodes.timedOut} not complete within --timeout, ${exitCodes.failed} there was no fork, 126 the command could
  not be run, 127 there is no such command, 130 ^C, 128 + n another signal.
The command does not get CLOUDDB_API_KEY and CLOUDDB_PROFILES.`;

/** A size of the API: a number, or `shared`. */
const size = (text: string): Size => (text === "shared" ? text : number(text));

/** What a check of restored data does not need. */
const keys: readonly string[] = ["CLOUDDB_API_KEY", "CLOUDDB_PROFILES"];
const withoutKeys = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
    Object.fromEntries(Object.entries(environment).filter(([name]) => !keys.includes(name)));
