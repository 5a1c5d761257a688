// Programs by either of the two providers: the dynamic one, and the native one.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { EmulatorOptions } from "../../../src/emulator";
import { startClouddb } from "../../support/clouddb";
import { write } from "../../support/fixtureProject";
import { cliDriver } from "./cli";
import { pluginLines } from "./nativeDriver";
import { onlyOnCli, type Stage } from "./scenario";

export type DoorName = "clouddb" | "native";

/** @param home - of the package, in the project. */
export const nativeProject = (home?: string): string => `name: fixture
runtime: nodejs
${pluginLines(home)}`;

/** The lines with which a program goes back to the dynamic provider, as the page has them. */
function linesBack(): string {
    const page = readFileSync(path.resolve(__dirname, "..", "..", "..", "docs", "native.md"), "utf8");
    const [, lines] = /To go back,[^]*?```ts\n(?:import .*\n)*([^]*?)```/.exec(page) ?? [];
    if (lines === undefined) throw new Error("docs/native.md does not tell how to go back");
    return lines;
}

/** With it, a program has the classes of the native provider. */
export const nativeClasses = `const native = require("pulumi-clouddb/native");`;

/** A program whose classes are those of `door`. One by the dynamic provider can come from the native one. */
export const programBy = (door: DoorName, body: string): string =>
    `${door === "native" ? nativeClasses : linesBack()}\nconst door = ${door};\n${body}`;

/** A scenario in a project that knows the native provider. The embedded engine knows no providers of packages. */
export function nativeScenario(
    name: string,
    play: (stage: Stage) => Promise<void>,
    options: EmulatorOptions = {},
): void {
    const begin = (stage: Stage) => {
        write(stage.folder, { "Pulumi.yaml": nativeProject() });
        return play(stage);
    };
    onlyOnCli(name, begin, options, { drivers: [cliDriver] });
}

/** Runs a command of the package on the export of the stack. */
export async function clouddbOn({ emulator, folder, stack }: Stage, command: "doctor" | "drift") {
    write(folder, { "stack.json": JSON.stringify({ version: 3, deployment: await stack.deployment("stored") }) });
    return startClouddb(emulator, [command, "--stack-export", "stack.json"], { cwd: folder }).ended;
}
