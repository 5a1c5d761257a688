import { Option, type Command } from "@commander-js/extra-typings";
import { programText } from "../doctor/program";
import { projectOfProfile } from "../doctor/projects";
import { addApiCommand, asking, connect } from "./api";
import { repeated } from "./command";

export function addProgram(clouddb: Command): void {
    const summary = "print a TypeScript program that adopts everything in the project";
    addSelecting(clouddb, "program", summary, "clouddb program --service orders > index.ts").action(
        asking(async ({ baseUrl, service: services, profile, native }) => {
            const { readDeclarations } = await import("../doctor/declarations.js");
            const project = await projectOfProfile(connect(baseUrl), profile);
            process.stdout.write(programText(await readDeclarations(project, { services, profile }), native));
        }),
    );
}

/** Adds a command for everything in a project, or for some services of it. */
export const addSelecting = (clouddb: Command, name: string, summary: string, example: string) =>
    addApiCommand(clouddb, name, summary, example)
        .option(
            "--service <service>",
            "only this service (its id or name), with its read replica sets; may be repeated",
            repeated,
        )
        .addOption(new Option("--all", "everything in the project (default)").conflicts("service"))
        .option("--native", "for the native provider, 'pulumi-clouddb/native'")
        .option("--profile <name>", "the connection of CLOUDDB_PROFILES to use, which the resources then use as well");
