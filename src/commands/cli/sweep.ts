import type { Command } from "@commander-js/extra-typings";
import { addApiCommand, asking, connect } from "./api";
import { jsonText, repeated, say } from "./command";
import { readStates, stackExportFlag, stackExportHelp } from "./doctor";

export function addSweep(clouddb: Command): void {
    const summary = "list preview forks and forks of drills whose time is over, and delete them with --yes";
    addApiCommand(clouddb, "sweep", summary, "clouddb sweep --keep orders-copy --yes")
        .description(
            "Lists preview forks whose time is over, and forks that restore drills have left. With --yes, deletes them, and waits until they " +
                "are gone. Keeps every service that is not a fork with a name of this package, that is not DEV, that a given state contains, or that " +
                "--keep names.\n\n" +
                "Exit code: 0 done, 1 a fork could not be deleted or checked, 2 nothing could be listed.",
        )
        .option("--yes", "delete what is listed")
        .option(stackExportFlag, `${stackExportHelp}. What they contain is kept`, repeated)
        .option("--keep <id or name>", "keep this service, also when its time is over (repeatable)", repeated)
        .option("--json", "print the report as a JSON document")
        .action(
            asking(async ({ baseUrl, yes = false, stackExport = [], keep = [], json }) => {
                const { sweep } = await import("../sweep/sweep.js");
                const { sweepExitCode, sweepText } = await import("../sweep/report.js");
                // Reads all of them before anything is sent.
                const states = await readStates(stackExport);
                const project = await connect(baseUrl).project(undefined, undefined);
                const report = await sweep(project, { yes, states, keep, report: say });
                process.stdout.write(json ? jsonText(report) : sweepText(report));
                process.exitCode = sweepExitCode(report);
            }),
        );
}
