import type { Command } from "@commander-js/extra-typings";
import { addApiCommand, asking, connect } from "./api";
import { jsonText, repeated, say } from "./command";
import { readStates, stackExportFlag, stackExportHelp } from "./doctor";

export function addDrift(clouddb: Command): void {
    const summary = "list what was changed outside of Pulumi, without touching the state";
    addApiCommand(clouddb, "drift", summary, "pulumi stack export | clouddb drift --stack-export -")
        .description(
            "Lists the arguments whose value in the API is not that of the state. Reads only, changes nothing.\n\n" +
                "Exit code: 0 no drift, 1 drift, 2 something could not be checked, whatever has drifted.",
        )
        .requiredOption(stackExportFlag, `${stackExportHelp} (required)`, repeated)
        .option("--json", "print the report as a JSON document")
        .action(
            asking(async ({ baseUrl, stackExport, json }) => {
                const { driftExitCode, driftText, findDrift } = await import("../doctor/drift.js");
                // Reads all of them before anything is sent.
                const states = await readStates(stackExport);
                const report = await findDrift(connect(baseUrl), states, say, process.env);
                process.stdout.write(json ? jsonText(report) : driftText(report));
                process.exitCode = driftExitCode(report);
            }),
        );
}
