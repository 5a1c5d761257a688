// The command line itself. What each command does is tested beside its part of the source.
import { spawnSync } from "node:child_process";
import path from "node:path";
import packageJson from "../../../package.json";

const root = path.resolve(__dirname, "..", "..", "..");
const command = path.join(root, packageJson.bin.clouddb);

/** Without settings: nothing could be sent. */
function run(line: string) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...line.split(" ").filter(Boolean)], {
        env: { PATH: process.env.PATH },
        encoding: "utf8",
    });
    return { code: status, out: stdout, err: stderr };
}

const commands = ["doctor", "drift", "import", "program", "drill", "sweep", "verify", "emulator", "try"];

test("the help of every command fits a terminal, and needs no settings", () => {
    for (const name of ["", ...commands]) {
        const { code, out, err } = run(`${name} --help`);
        expect({ name, code, err }).toEqual({ name, code: 0, err: "" });
        expect(out).toMatch(new RegExp(`^Usage: clouddb ${name}`));
        const lines = out.trimEnd().split("\n");
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110);
        expect({ name, lines: lines.length <= 40 }).toEqual({ name, lines: true });
        if (name !== "") expect(out).toMatch(new RegExp(`\nExample:\n {2}.*clouddb ${name}\\b.*\n$`));
    }
    expect(run("--version").out).toBe(`${packageJson.version}\n`);
});

test("the help marks the options that are required", () => {
    const options = run("drill --help").out.split(/\n {2}(?=-)/);
    const required = options.flatMap((text) => (/\(required\)/.test(text) ? text.split(" ")[0] : []));
    expect(required).toEqual(["--user", "--database"]);
});

const keyAdvice = "The API key is read from CLOUDDB_API_KEY only, because other users see a command line.";

test.each([
    ["deploy", "unknown command 'deploy'", "clouddb"],
    ["doctr", "unknown command 'doctr'\n(Did you mean doctor?)", "clouddb"],
    [
        "doctor",
        "required option '--stack-export <file>' not specified; to compare the API with its contract, use --api",
        "clouddb doctor",
    ],
    ["doctor --stack-export", "option '--stack-export <file>' argument missing", "clouddb doctor"],
    ["doctor --stack-export a --stack-export a", "the same --stack-export is given twice", "clouddb doctor"],
    [
        "doctor --stack-export a s3cret",
        "too many arguments for 'doctor'. Expected 0 arguments but got 1.",
        "clouddb doctor",
    ],
    ["program --colour=s3cret", "unknown option '--colour'", "clouddb program"],
    ["program --api-key=s3'cret", `unknown option '--api-key'. ${keyAdvice}`, "clouddb program"],
    ["program --api-key=s3cret", `unknown option '--api-key'. ${keyAdvice}`, "clouddb program"],
    ["program --token s3cret", `unknown option '--token'. ${keyAdvice}`, "clouddb program"],
    ["import --all --service a", "option '--all' cannot be used with option '--service <service>'", "clouddb import"],
    ["drill --user u --database d orders", "missing required argument 'command'", "clouddb drill"],
    ["drill orders -- true", "required option '--user <name>' not specified", "clouddb drill"],
    [
        "drill orders --user u --database d --at now --latest -- true",
        "option '--at <time>' cannot be used with option '--latest'",
        "clouddb drill",
    ],
    [
        "drill orders --user u --database d --at yesterday -- true",
        "--at must be an RFC 3339 timestamp, such as 2030-01-31T12:00:00Z.",
        "clouddb drill",
    ],
    ...["0s", "600h", "soon"].map((text) => [
        `drill --user u --database d --timeout ${text} orders -- true`,
        `option '--timeout <duration>' argument '${text}' is invalid. It must be a duration of at most 168h, such as 90m or 2h.`,
        "clouddb drill",
    ]),
    ["sweep all", "too many arguments for 'sweep'. Expected 0 arguments but got 1.", "clouddb sweep"],
    ["try up", "too many arguments for 'try'. Expected 0 arguments but got 1.", "clouddb try"],
    ["try --refresh", "unknown option '--refresh'", "clouddb try"],
    ["try --config s3cret", "--config takes KEY=VALUE", "clouddb try"],
    ["try --secret s3cret", "--secret takes KEY=VALUE", "clouddb try"],
])("'%s' is refused without its values, with the exit code 2", (line, message, named) => {
    expect(run(line)).toEqual({ code: 2, out: "", err: `error: ${message}\nTry \`${named} --help\`.\n` });
});
