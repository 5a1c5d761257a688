import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Command } from "@commander-js/extra-typings";
import { readStackExport, type StackState } from "../doctor/stackExport";
import { asError, UserError } from "../../provider/lifecycle";
import { addApiCommand, asking, connect } from "./api";
import { jsonText, repeated, UsageError } from "./command";

export function addDoctor(clouddb: Command): void {
    const summary = "compare the state of stacks with the API, and say what repairs it";
    addApiCommand(clouddb, "doctor", summary, "pulumi stack export | clouddb doctor --stack-export -")
        .description(
            "Reports what no stack manages and what an interrupted operation has left, and what repairs it. Reads only, changes nothing.\n\n" +
                "Exit code: 0 nothing found, 1 something found, 2 something could not be checked, whatever was found.",
        )
        .option(stackExportFlag, `${stackExportHelp} (required without --api)`, repeated)
        .option(
            "--ignore <id>",
            "a resource that is in no stack on purpose, and so is not 'unmanaged'; may be repeated",
            repeated,
        )
        .option("--api", "read everything in the project once, and print how the API differs from its contract")
        .option("--json", "print the report as a JSON document")
        .action(
            asking(async ({ baseUrl, stackExport, ignore, api, json }) => {
                if (api === true) {
                    if (stackExport !== undefined || ignore !== undefined)
                        throw new UsageError("--api takes neither --stack-export nor --ignore");
                    await compareWithContract(baseUrl, json);
                    return;
                }
                if (stackExport === undefined)
                    throw new UsageError(
                        "required option '--stack-export <file>' not specified; to compare the API with its contract, use --api",
                    );
                const { check, doctorExitCode, doctorText } = await import("../doctor/check.js");
                // Reads all of them before anything is sent.
                const states = await readStates(stackExport);
                const report = await check(connect(baseUrl), states, ignore);
                process.stdout.write(json ? jsonText(report) : doctorText(report));
                process.exitCode = doctorExitCode(report);
            }),
        );
}

async function compareWithContract(baseUrl: string | undefined, json: boolean | undefined): Promise<void> {
    const { contractExitCode, contractText, Differences, readEverything } = await import("../doctor/contract.js");
    const differences = new Differences();
    const connections = connect(baseUrl, { onOddity: differences.note });
    const { client, id } = await connections.project(undefined, undefined);
    const report = await readEverything(client, id, differences);
    process.stdout.write(json ? jsonText(report) : contractText(report));
    process.exitCode = contractExitCode(report);
}

export const stackExportFlag = "--stack-export <file>";
export const stackExportHelp =
    "the output of 'pulumi stack export'; - reads standard input. Repeat it for several stacks";

/** @throws UserError, UsageError */
export async function readStates(files: readonly string[]): Promise<StackState[]> {
    if (new Set(files).size < files.length) throw new UsageError("the same --stack-export is given twice");
    return Promise.all(files.map(readState));
}

async function readState(file: string): Promise<StackState> {
    if (file === "-") return readStackExport(await text(process.stdin), "standard input");
    const document = await readFile(file, "utf8").catch((error: unknown) => {
        throw new UserError(`${file} cannot be read: ${asError(error).message}.`);
    });
    return readStackExport(document, file);
}
