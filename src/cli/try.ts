import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Command } from "@commander-js/extra-typings";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { systemClock } from "../clock";
import type { DeployOptions } from "../engine/deploy";
import { addCommand, jsonText, repeated, UsageError, wholeNumber } from "./command";

export function addTry(clouddb: Command): void {
    const group = addCommand(clouddb, "try", "run a Pulumi program without the Pulumi CLI, for evaluation and tests")
        .description("Runs a Pulumi program that uses pulumi-clouddb without the Pulumi CLI, for evaluation and tests.")
        .addHelpText("after", passphraseHelp);
    operation(group, "preview", "show what an up would do")
        .option(...replace)
        .option(...refresh)
        .action((options) => operate("preview", options));
    operation(group, "up", "create, update and delete resources as the program declares")
        .option(...replace)
        .option(...refresh)
        .option(...continueOnError)
        .action((options) => operate("up", options));
    operation(group, "refresh", "update the state to the actual resources")
        .option("--clear-pending-creates", "discard interrupted creates")
        .action((options) => operate("refresh", options));
    operation(group, "destroy", "delete all resources")
        .option(...continueOnError)
        .action((options) => operate("destroy", options));
    operation(group, "import", "add resources to the state from the file of 'clouddb import'")
        .requiredOption("--file <file>", "the file (required)")
        .action(async ({ file, ...options }) => operate("import", { ...options, imports: await readJson(file) }));
    ofStack(group, "export", "print the state, for 'pulumi stack import'").action(printState);
}

const passphraseHelp = `
The state is encrypted with the passphrase in PULUMI_CONFIG_PASSPHRASE or in the file PULUMI_CONFIG_PASSPHRASE_FILE.
With --emulator it may be unset, and is empty then.
For real stacks use the Pulumi CLI: https://www.pulumi.com/docs/install/`;

const replace = ["--replace <urn>", "replace this resource; may be repeated", repeated] as const;
const refresh = ["-r, --refresh", "refresh first"] as const;
const continueOnError = ["--continue-on-error", "after an error, continue with what does not depend on it"] as const;

const ofStack = (group: Command, name: string, summary: string) =>
    addCommand(group, name, summary)
        .option("-s, --stack <name>", "the stack", stackName, "dev")
        .option("--state <file>", "its state file (default: .clouddb/NAME.json in the project)")
        .option("-C, --cwd <folder>", "the project's folder (default: the current one)")
        .option("--show-secrets", "show secrets in plain text");

const operation = (group: Command, name: string, summary: string) =>
    ofStack(group, name, summary)
        .option("--emulator", "run against an emulator of the API, which keeps its databases beside the state")
        .option(
            "-c, --config <key=value>",
            "a configuration value, overrides Pulumi.NAME.yaml; may be repeated. Use it where a message says 'pulumi config set KEY VALUE'",
            repeated,
        )
        .option("--secret <key=value>", "a secret one ('pulumi config set --secret KEY'); may be repeated", repeated)
        .option("-p, --parallel <count>", "maximum number of concurrent resource operations", aboveZero, 16)
        .option("-t, --target <urn>", "limit the operation to this resource; may be repeated", repeated)
        .option("-j, --json", "print the result as a JSON document instead of the progress");

type OfStack = ReturnType<ReturnType<typeof ofStack>["opts"]>;
interface Operation extends ReturnType<ReturnType<typeof operation>["opts"]> {
    readonly replace?: readonly string[];
    readonly refresh?: true;
    readonly continueOnError?: true;
    readonly clearPendingCreates?: true;
    readonly imports?: unknown;
}

async function readJson(file: string): Promise<unknown> {
    const text = await readFile(file, "utf8");
    try {
        return JSON.parse(text);
    } catch (error) {
        // The parser's message quotes the text.
        throw new Error(`${file} is not JSON`, { cause: error });
    }
}

/** The name is also that of files. @throws InvalidArgumentError */
function stackName(text: string): string {
    if (!/^[\w.-]{1,100}$/.test(text) || /^\.+$/.test(text))
        throw new InvalidArgumentError("It must consist of letters, digits, '_', '-' and '.'.");
    return text;
}

function aboveZero(text: string): number {
    const count = wholeNumber(text);
    if (count < 1) throw new InvalidArgumentError("It must be above 0.");
    return count;
}

/** A configuration value. @throws UsageError - without the text, which may be a secret. */
function pair(option: string, text: string): [key: string, value: string] {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`${option} takes KEY=VALUE`);
    return [text.slice(0, at), text.slice(at + 1)];
}

/** The state file; by default in a folder of the project that is meant to be ignored by version control. */
async function stateFileOf({
    cwd = process.cwd(),
    stack,
    state,
}: Pick<OfStack, "cwd" | "stack" | "state">): Promise<string> {
    if (state !== undefined) return path.resolve(state);
    const { readProject } = await import("../engine/project.js");
    return path.join(readProject(cwd).root, ".clouddb", `${stack}.json`);
}

async function printState(options: OfStack): Promise<void> {
    const { configuredPassphrase } = await import("../engine/state/passphrase.js");
    const { exportStack } = await import("../engine/state/store.js");
    const passphrase = options.showSecrets ? configuredPassphrase(process.env) : undefined;
    const document = await exportStack(await stateFileOf(options), passphrase);
    process.stdout.write(jsonText(document));
}

async function operate(operation: DeployOptions["operation"], options: Operation): Promise<void> {
    const {
        stack,
        cwd: dir = process.cwd(),
        state,
        config = [],
        secret = [],
        target,
        json,
        emulator,
        showSecrets,
        ...flags
    } = options;
    const secrets = secret.map((text) => pair("--secret", text));
    const configured: NonNullable<DeployOptions["config"]> = {
        ...Object.fromEntries(config.map((text) => pair("--config", text))),
        ...Object.fromEntries(secrets.map(([key, value]) => [key, { secret: value }])),
    };
    const { deploy } = await import("../engine/deploy.js");
    const { jsonResult } = await import("../engine/deployResult.js");
    const { Display } = await import("../engine/display/display.js");
    const { styleFor } = await import("../engine/display/text.js");
    const { onEmulator } = await import("../engine/onEmulator.js");
    const { passphraseOr } = await import("../engine/state/passphrase.js");

    const stateFile = await stateFileOf({ cwd: dir, stack, state });
    const style = styleFor(process.stdout.isTTY, process.env);
    const display = json ? undefined : new Display((text) => process.stdout.write(text), style, systemClock);
    const interrupt = new AbortController();
    // The second signal exits at once, as ^C does: the state lists the pending operations, and the children end too.
    const onSignal = () => {
        if (interrupt.signal.aborted) process.exit(130);
        process.stderr.write("Waiting for the steps in progress; interrupt again to exit immediately.\n");
        interrupt.abort();
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
    try {
        const all: DeployOptions = {
            ...flags,
            operation,
            stack,
            dir,
            stateFile,
            config: configured,
            targets: target,
            refuseFirst: true,
            signal: interrupt.signal,
            onEvent: (event) => display?.on(event),
        };
        const result = emulator
            ? await onEmulator(stateFile, (own) =>
                  deploy({ ...all, config: { ...configured, ...own }, passphrase: passphraseOr("", process.env) }),
              )
            : await deploy(all);
        if (json) process.stdout.write(`${jsonResult(result, showSecrets ?? false)}\n`);
        process.exitCode = result.exitCode;
    } finally {
        display?.close();
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, onSignal);
    }
}
