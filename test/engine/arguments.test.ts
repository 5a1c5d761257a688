import { UsageError } from "../../src/commandLine";
import { help, parseArguments } from "../../src/engine/arguments";
import { jsonResult } from "../../src/engine/deployResult";
import type { DeployResult, ResourceReport } from "../../src/engine";

const parse = (line: string) => parseArguments(line.split(" ").filter(Boolean));

describe("the arguments", () => {
    test("of an operation", () => {
        expect(
            parse(
                "up --stack s --state f --cwd d --config a=1=2 -c b= --secret c=3 --parallel 4 --target x -t y --replace z --continue-on-error --refresh --json",
            ),
        ).toEqual({
            kind: "operation",
            operation: "up",
            stack: "s",
            stateFile: "f",
            dir: "d",
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

    test("that nobody gives", () => {
        expect(parse("refresh")).toMatchObject({
            stack: "dev",
            stateFile: undefined,
            targets: undefined,
            refresh: false,
        });
        expect(parse("stack export --show-secrets")).toMatchObject({ kind: "export", stack: "dev", showSecrets: true });
    });

    test.each(["help", "--help", "up --help"])("that ask for help: %s", (line) =>
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
    ])("'%s' is a mistake", (line, message) => {
        expect(() => parse(line)).toThrow(UsageError);
        expect(() => parse(line)).toThrow(message);
    });

    test("a secret shows in no mistake", () => {
        expect(() => parse("up --secret hunter2")).toThrow("--secret takes KEY=VALUE, not '…'");
    });

    test("are all in the help", () => {
        for (const option of ["stack", "state", "cwd", "config", "secret", "parallel", "target", "refresh", "json"])
            expect(help).toContain(`--${option}`);
    });
});

test("a result as one document has its secrets only where they are asked for", () => {
    const resource = {
        inputs: { a: 1, pw: "s1" },
        outputs: { a: 1, pw: "s2" },
        secretInputs: ["pw"],
        secretOutputs: ["pw"],
    } as unknown as ResourceReport;
    const result = {
        exitCode: 0,
        outputs: { host: "h", pw: "s3" },
        secretOutputs: ["pw"],
        resources: [resource],
        state: {},
    } as unknown as DeployResult;
    expect(JSON.parse(jsonResult(result, false))).toMatchObject({
        exitCode: 0,
        outputs: { host: "h", pw: "[secret]" },
        resources: [{ inputs: { a: 1, pw: "[secret]" }, outputs: { a: 1, pw: "[secret]" } }],
    });
    expect(JSON.parse(jsonResult(result, true))).toMatchObject({
        outputs: { pw: "s3" },
        resources: [{ inputs: { pw: "s1" }, outputs: { pw: "s2" } }],
    });
});
