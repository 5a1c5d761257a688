import { parseCommandLine, UsageError } from "../commandLine";

export const help = `clouddb-doctor - compares the state of Pulumi stacks with the API. Reads only, changes nothing

  clouddb-doctor check --stack-export FILE
                        report what no stack manages, what an interrupted operation has left,
                        and what repairs it
  clouddb-doctor program
                        print a TypeScript program that adopts everything in the project

  --stack-export FILE   what 'pulumi stack export' has printed; - reads standard input.
                        Repeat it for several stacks in one project
  --base-url URL        the API's base URL (default: CLOUDDB_BASE_URL)
  --json                with check: print the report as a JSON document
  --help                print this text

  CLOUDDB_API_KEY       the API key; there is no option for it
  CLOUDDB_PROJECT_ID    the project (default: the one that the key is scoped to)
  CLOUDDB_PROFILES      the JSON of clouddb:profiles, for resources with a profile

Exit code: 0 nothing found, 1 something found, 2 something could not be checked.
`;

const commands = ["check", "program"] as const;
const options = {
    "stack-export": { type: "string", multiple: true },
    "base-url": { type: "string" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
} as const;

/** @throws UsageError */
export function parseArguments(args: readonly string[]) {
    if (args.some((arg) => /^--?(api-?)?(key|token)\b/i.test(arg)))
        throw new UsageError("the API key is read from CLOUDDB_API_KEY only, because other users see a command line");
    const { values, positionals } = parseCommandLine({ args: [...args], allowPositionals: true, options });
    const [word, ...more] = positionals;
    if (values.help === true || word === "help") return { kind: "help" as const };
    const kind = commands.find((command) => command === word);
    if (kind === undefined) throw new UsageError(`say what to do: ${commands.join(" or ")}`);
    if (more.length > 0) throw new UsageError(`${kind} takes options only`);
    const { "base-url": baseUrl, "stack-export": exports = [], json = false } = values;
    if (baseUrl === "") throw new UsageError("--base-url takes a URL");
    if (kind === "check") {
        if (exports.length === 0 || exports.includes(""))
            throw new UsageError("check needs --stack-export FILE, with what `pulumi stack export` has printed");
        if (new Set(exports).size < exports.length) throw new UsageError("the same --stack-export is given twice");
        return { kind, exports, baseUrl, json };
    }
    if (exports.length > 0) throw new UsageError("--stack-export is an option of check");
    if (json) throw new UsageError("--json is an option of check");
    return { kind, baseUrl };
}
