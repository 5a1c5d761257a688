import { parseCommandLine, UsageError } from "../commandLine";
import { defaultParallel, defaultStack } from "./deploy";
import type { ConfigInput } from "./project";
import type { Operation } from "./run/events";

type Command = ReturnType<typeof parseArguments>;
export type OperationCommand = Extract<Command, { kind: "operation" }>;
export type ExportCommand = Extract<Command, { kind: "export" }>;

export const help = `clouddb-try - runs a Pulumi program that uses pulumi-clouddb without the Pulumi CLI, for evaluation and tests

  clouddb-try preview         show what an up would do
  clouddb-try up              create, update and delete resources as the program declares
  clouddb-try refresh         update the state to the actual resources
  clouddb-try destroy         delete all resources
  clouddb-try stack export    print the state, for 'pulumi stack import'

  --stack NAME                the stack (default: ${defaultStack})
  --state FILE                its state file (default: .clouddb-try/NAME.json in the project)
  --emulator                  run against an emulator of the API, which keeps its databases beside the state
  --cwd DIR                   the project's directory (default: the current one)
  --config KEY=VALUE          a configuration value, overrides Pulumi.NAME.yaml; may be repeated. Use it
                              where a message says 'pulumi config set KEY VALUE'
  --secret KEY=VALUE          a secret one ('pulumi config set --secret KEY'); may be repeated
  --parallel N                maximum number of concurrent resource operations (default: ${defaultParallel})
  --target URN                limit the operation to this resource; may be repeated
  --replace URN               with up and preview: replace this resource; may be repeated
  --continue-on-error         with up and destroy: after an error, continue with what does not depend on it
  --refresh                   with up and preview: refresh first
  --clear-pending-creates     with refresh: discard interrupted creates
  --json                      print the result as a JSON document instead of the progress
  --show-secrets              with --json and stack export: show secrets in plain text
  --help                      print this text

The state is encrypted with the passphrase in PULUMI_CONFIG_PASSPHRASE or in the file PULUMI_CONFIG_PASSPHRASE_FILE. With --emulator
it may be unset, and is empty then.
For real stacks use the Pulumi CLI: https://www.pulumi.com/docs/install/
`;

const operations: readonly string[] = ["up", "preview", "refresh", "destroy"] satisfies Operation[];
const isOperation = (word: string | undefined): word is Operation => operations.includes(word ?? "");

function pair(option: string, text: string): [key: string, value: string] {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`--${option} takes KEY=VALUE, not '${option === "secret" ? "…" : text}'`);
    return [text.slice(0, at), text.slice(at + 1)];
}

function count(text: string): number {
    const figure = Number(text);
    if (!Number.isInteger(figure) || figure < 1)
        throw new UsageError(`--parallel takes a number above 0, not '${text}'`);
    return figure;
}

/** @throws UsageError */
export function parseArguments(args: string[]) {
    const { values, positionals } = parseCommandLine({
        args,
        allowPositionals: true,
        options: {
            stack: { type: "string", short: "s", default: defaultStack },
            state: { type: "string" },
            cwd: { type: "string", short: "C" },
            emulator: { type: "boolean", default: false },
            config: { type: "string", short: "c", multiple: true, default: [] },
            secret: { type: "string", multiple: true, default: [] },
            parallel: { type: "string", short: "p", default: String(defaultParallel) },
            target: { type: "string", short: "t", multiple: true },
            replace: { type: "string", multiple: true, default: [] },
            "continue-on-error": { type: "boolean", default: false },
            refresh: { type: "boolean", short: "r", default: false },
            "clear-pending-creates": { type: "boolean", default: false },
            json: { type: "boolean", short: "j", default: false },
            "show-secrets": { type: "boolean", default: false },
            help: { type: "boolean", short: "h", default: false },
        },
    });
    const [command, subcommand, ...more] = positionals;
    if (values.help || command === "help") return { kind: "help" as const };
    const stack = {
        stack: values.stack,
        stateFile: values.state,
        dir: values.cwd,
        showSecrets: values["show-secrets"],
    };
    if (command === "stack" && subcommand === "export" && more.length === 0)
        return { kind: "export" as const, ...stack };
    if (!isOperation(command) || subcommand !== undefined) {
        const words = positionals.join(" ");
        throw new UsageError(
            words ? `there is no command '${words}'` : "say what to do: preview, up, refresh, destroy",
        );
    }
    const secrets = values.secret.map((text) => pair("secret", text));
    const config: Record<string, ConfigInput> = {
        ...Object.fromEntries(values.config.map((text) => pair("config", text))),
        ...Object.fromEntries(secrets.map(([key, value]) => [key, { secret: value }])),
    };
    return {
        kind: "operation" as const,
        operation: command,
        ...stack,
        emulator: values.emulator,
        config,
        parallel: count(values.parallel),
        targets: values.target,
        replace: values.replace,
        continueOnError: values["continue-on-error"],
        refresh: values.refresh,
        clearPendingCreates: values["clear-pending-creates"],
        json: values.json,
    };
}
