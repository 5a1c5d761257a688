import { type Command, Option } from "@commander-js/extra-typings";
import { shellQuoted } from "../../shared/shellQuoted";
import { addApiCommand, asking, connect } from "./api";
import { jsonText, milliseconds, say, UsageError } from "./command";
import { Interruption } from "./interruption";

export function addVerify(clouddb: Command): void {
    const summary = "try everything that the provider does on throw-away resources of an account";
    addApiCommand(clouddb, "verify", summary, "clouddb verify --region eu-central-1 --yes")
        .description(
            "Creates a small VPC, a service and a read replica set, changes each in place as the provider would, deletes all of it in every " +
                "case, and reports what the API does differently. Without --yes, says what it would create.",
        )
        .option("--yes", "do it")
        .option("--region <code>", "where to create it", "us-east-1")
        .option("--cidr <range>", "the range of the VPC", "10.250.0.0/16")
        .addOption(
            new Option("--timeout <duration>", "when to end, and to delete what was created")
                .argParser(milliseconds)
                .default(2 * 3_600_000, "2h"),
        )
        .option("--json", "print the report as a JSON document")
        .addHelpText("after", exitCodeHelp)
        .action(
            asking(async ({ baseUrl, yes, region, cidr, timeout, json }) => {
                const { invalidPlan, planOf, verify } = await import("../verify/verify.js");
                const { planText, verifyExitCode, verifyText } = await import("../verify/report.js");
                const { Differences } = await import("../doctor/contract.js");
                const plan = planOf(region, cidr);
                const problem = invalidPlan(plan);
                if (problem !== undefined) throw new UsageError(problem);
                const differences = new Differences();
                const project = await connect(baseUrl, { onOddity: differences.note }).project(undefined, undefined);
                if (yes !== true) {
                    // Each run has a name of its own.
                    const text = planText(project.id, { ...plan, name: "verify-..." });
                    const options = `--region ${shellQuoted(region)} --cidr ${shellQuoted(cidr)}`;
                    process.stdout.write(`${text}\nTo do it: npx clouddb verify ${options} --yes\n`);
                    return;
                }
                for (const line of planText(project.id, plan).trimEnd().split("\n")) say(line);
                const interruption = new Interruption("verification", "what it has created", "Something");
                interruption.left = `Look for what is named ${plan.name}, and delete it.`;
                try {
                    const { signal } = interruption;
                    const report = await verify(plan, { project, signal, report: say, timeout, differences });
                    // On a terminal, both streams are one text.
                    for (const line of ["", "The report:", ""]) say(line);
                    process.stdout.write(json ? jsonText(report) : verifyText(report));
                    process.exitCode = verifyExitCode(report);
                } finally {
                    interruption.close();
                }
            }),
        );
}

const exitCodeHelp = `
Exit code: 0 the API does what the provider expects, 1 it does something else,
  2 nothing was asked, 123 something may be left, 124 not complete within
  --timeout, 130 ^C, 128 + n another signal.`;
