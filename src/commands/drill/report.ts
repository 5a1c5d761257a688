import { visible } from "../../shared/visible";
import { duration } from "../../shared/duration";
import { UserError, type Size } from "../../provider/lifecycle";

/** How the user's command has ended. */
export interface CommandEnd {
    /** As a shell reports it: 128 and the signal's number for a command that a signal has ended, 127 or 126 for one that could not be started. */
    readonly exitCode: number;
    /** Why it could not be started. */
    readonly notStarted?: string;
}

/** The exit codes of a drill beside the command's own; from 124 to 128 as those of `timeout` and `docker run`. */
export const exitCodes = { left: 123, timedOut: 124, failed: 125 } as const;

/** The value of an option is invalid. */
export class InvalidOption extends UserError {}

/** Ends a drill before it is done. */
export class DrillEnded extends Error {
    override readonly name = "DrillEnded";

    constructor(
        readonly outcome: "timedOut" | "interrupted",
        readonly exitCode: number,
        message: string,
        /** What the command gets. */
        readonly signal: NodeJS.Signals = "SIGTERM",
    ) {
        super(message);
    }
}

/** As the API shows it; `null` if the fork was never ready. */
export interface ForkSize {
    readonly cpuMillis: Size | null;
    readonly memoryGbs: Size | null;
}

/** What a drill has found out. Times are in ISO 8601, by the API's clock. */
export interface DrillReport {
    /** `passed`: the command has ended with 0, and the fork is deleted. `failed`: the drill itself, be it only that the fork may still exist. */
    readonly outcome: "passed" | "commandFailed" | "failed" | "timedOut" | "interrupted";
    readonly exitCode: number;
    readonly service: { readonly id: string; readonly name: string };
    readonly fork: { readonly id: string | null; readonly name: string } & ForkSize;
    readonly strategy: "PITR" | "LAST_SNAPSHOT";
    /** The moment of the restored data. `null`: the API does not tell when it has taken its latest snapshot. */
    readonly pointInTime: string | null;
    /** At the beginning of the drill. */
    readonly dataAgeSeconds: number | null;
    readonly startedAt: string;
    /** When the fork was ready; `null` if it never was. */
    readonly readyAt: string | null;
    /** From the request of the fork until it was ready. */
    readonly restoreSeconds: number | null;
    /** `null` if the command was not started. */
    readonly command: { readonly exitCode: number; readonly seconds: number } | null;
    /** When the API has confirmed that the fork is gone. */
    readonly deletedAt: string | null;
    /** Why the drill is not `passed`; `null` also if the command failed, whose exit code is in `command`. */
    readonly problem: string | null;
    /** Why the fork may still exist, and what deletes it. */
    readonly left: string | null;
}

/** The report of a drill that has requested nothing. It has the same fields, for those who read reports. */
export const earlyReport = (
    verdict: Pick<DrillReport, "outcome" | "exitCode"> & { readonly problem: string },
): { readonly [Field in keyof DrillReport]: DrillReport[Field] | null } => ({
    ...verdict,
    service: null,
    fork: null,
    strategy: null,
    pointInTime: null,
    dataAgeSeconds: null,
    startedAt: null,
    readyAt: null,
    restoreSeconds: null,
    command: null,
    deletedAt: null,
    left: null,
});

/** What deletes a fork that a drill leaves. */
export const sweepHint = (name: string, expiresAt: number): string =>
    `\`clouddb sweep\` lists service ${name} from ${new Date(expiresAt).toISOString()} on, and \`clouddb sweep --yes\` deletes it.`;

const verdicts: Readonly<Record<DrillReport["outcome"], string>> = {
    passed: "passed",
    commandFailed: "the command failed",
    failed: "failed",
    timedOut: "timed out",
    interrupted: "interrupted",
};

/** The report for people. */
export function drillText(report: DrillReport): string {
    const { service, fork, pointInTime, dataAgeSeconds, restoreSeconds, command, deletedAt, startedAt } = report;
    const seconds = (amount: number) => duration(amount * 1000);
    const age = dataAgeSeconds === null ? "" : `, ${seconds(dataAgeSeconds)} old when the drill began`;
    const lines: (readonly [label: string, text: string | null])[] = [
        [
            "data",
            pointInTime === null
                ? `the latest snapshot before ${startedAt}; the API does not tell its time`
                : `of ${pointInTime}${age}`,
        ],
        ["restore", restoreSeconds === null ? "not ready" : `ready after ${seconds(restoreSeconds)}`],
        ["command", command && `exit code ${command.exitCode} after ${seconds(command.seconds)}`],
        ["fork", `${fork.name}${fork.id === null ? "" : ` (${fork.id})`}`],
        ["deletion", deletedAt && `confirmed at ${deletedAt}`],
        ["problem", report.problem],
        ["left", report.left],
    ];
    const shown = lines.flatMap(([label, text]) =>
        text === null ? [] : [`  ${`${label}:`.padEnd(10)}${visible(text)}\n`],
    );
    return `restore drill of service ${visible(service.name)} (${service.id}): ${verdicts[report.outcome]}\n${shown.join("")}`;
}
