import type { Command } from "@commander-js/extra-typings";
import { takeInventory } from "../doctor/inventory";
import { programText } from "../doctor/program";
import { addApiCommand, asking, connect } from "./api";

export function addProgram(clouddb: Command): void {
    addApiCommand(clouddb, "program", "print a TypeScript program that adopts everything in the project").action(
        asking(async ({ baseUrl }) => {
            const project = await connect(baseUrl).project(undefined, undefined);
            process.stdout.write(programText(await takeInventory(project)));
        }),
    );
}
