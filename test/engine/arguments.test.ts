import { UsageError } from "../../src/commandLine";
import { parseArguments } from "../../src/engine/arguments";

const parse = (line: string) => parseArguments(line.split(" ").filter(Boolean));

describe("the arguments", () => {
    test("of an operation", () => {
        expect(
            parse(
                "up --stack s --state f --cwd d --emulator --config a=1=2 -c b= --secret c=3 --parallel 4 --target x -t y --replace z --continue-on-error --refresh --json",
            ),
        ).toEqual({
            kind: "operation",
            operation: "up",
            stack: "s",
            stateFile: "f",
            dir: "d",
            emulator: true,
            config: { a: "1=2", b: "", c: { secret: "3" } },
            parallel: 4,
            targets: ["x", "y"],
            replace: ["z"],
            continueOnError: true,
            refresh: true,
            clearPendingCreates: false,
            json: true,
            showSecrets: false,
        });
    });

    test("have defaults", () => {
        expect(parse("refresh")).toMatchObject({
            stack: "dev",
            stateFile: undefined,
            targets: undefined,
            refresh: false,
            emulator: false,
        });
        expect(parse("stack export --show-secrets")).toMatchObject({ kind: "export", stack: "dev", showSecrets: true });
    });

    test.each(["help", "--help", "up --help"])("'%s' asks for help", (line) =>
        expect(parse(line)).toEqual({ kind: "help" }),
    );

    test.each([
        ["", "say what to do"],
        ["deploy", "there is no command 'deploy'"],
        ["up now", "there is no command 'up now'"],
        ["stack", "there is no command 'stack'"],
        ["stack export now", "there is no command 'stack export now'"],
        ["up --parallel 0", "--parallel takes a number above 0"],
        ["up --config x", "--config takes KEY=VALUE, not 'x'"],
        ["up --yes", "Unknown option '--yes'"],
        ["up --target", "argument missing"],
    ])("'%s' is a usage error", (line, message) => {
        expect(() => parse(line)).toThrow(UsageError);
        expect(() => parse(line)).toThrow(message);
    });

    test("no usage error shows a secret", () => {
        expect(() => parse("up --secret hunter2")).toThrow("--secret takes KEY=VALUE, not '…'");
    });
});
