import type { Command } from "@commander-js/extra-typings";
import { projectOfProfile } from "../doctor/projects";
import { asking, connect } from "./api";
import { addSelecting } from "./program";

export function addImport(clouddb: Command): void {
    const summary = "write the file with which 'pulumi import' adds what exists to a stack";
    addSelecting(clouddb, "import", summary, "clouddb import && pulumi import --file import.json")
        .description(
            "Writes the file with which `pulumi import` adds what exists to a stack, and prints the commands to run next. " +
                "Reads only, changes nothing in the API. Needs Pulumi CLI 3.254.0 or later.",
        )
        .option("--out <file>", "the file to write, which must not exist", "import.json")
        .action(
            asking(async ({ baseUrl, service: services, profile, out, native }) => {
                const { writeImport } = await import("../doctor/importFile.js");
                const project = await projectOfProfile(connect(baseUrl), profile);
                process.stdout.write(await writeImport(project, { services, profile, out, baseUrl, native }));
            }),
        );
}
