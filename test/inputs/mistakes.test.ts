// The mistakes of a new user, each with the exact message with which the preview, or the operation named, ends. Those of a
// connection string, which fail in an output, are in test/program/resources/connectionString.test.ts; all that `check` finds is in badResources,
// all of the configuration in badConfiguration.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "../../src";
import type { Emulator } from "../../src/emulator";
import { checkInstalled } from "../../src/program/checks";
import { stage } from "../rules/support/eachStage";
import { errorsOf, warningsOf } from "../rules/support/stage";

type Program = () => unknown;
const region = "us-east-1";
const service = (name: string) => `pulumi-nodejs:dynamic/clouddb:Service resource '${name}'`;
const vpc = (name: string) => `pulumi-nodejs:dynamic/clouddb:Vpc resource '${name}'`;

/** The errors of a preview, which makes nothing, and the error with which the program itself ends. */
const previewed = async (program: Program): Promise<string[]> => {
    const thrown: Error[] = [];
    const preview = await stage.preview(() => {
        try {
            program();
        } catch (error) {
            thrown.push(error as Error);
        }
    });
    expect(stage.calls()).toEqual([]);
    expect(thrown.map((error) => [pulumi.RunError.isInstance(error), error.stack])).toEqual(
        thrown.map(() => [true, ""]),
    );
    const said = errorsOf(preview).filter((message) => message !== "preview failed");
    return [...thrown.map(({ message }) => message), ...said];
};

/** A value that the program has in JavaScript only. */
const untyped = (value: object): never => value as never;

interface Row {
    /** Of the id of what exists. */
    readonly program: (id: string) => unknown;
    /** `ID` stands for that id, `PROJECT` for the project's. */
    readonly message: string;
    /** What is at the API before: what exists, with its id. */
    readonly existing?: (emulator: Emulator) => { readonly id: string };
}

const rows: Readonly<Record<string, Row>> = {
    "a misspelt argument": {
        program: () => new clouddb.Service("orders", untyped({ cpuMilis: 2000 })),
        message: `${service("orders")} has a problem: cpuMilis is not an argument of this resource: did you mean cpuMillis?`,
    },
    "a text for a number": {
        program: () => new clouddb.Service("orders", untyped({ cpuMillis: "2000", memoryGbs: 8 })),
        message: `${service("orders")}: property cpuMillis value {2000} has a problem: must be a number of millicores, more than 0, or "shared"; given: "2000"`,
    },
    "missing arguments in JavaScript": {
        program: () => new (clouddb.Vpc as unknown as new (name: string) => clouddb.Vpc)("net"),
        message: `${vpc("net")}: property cidr value {<nil>} has a problem: is required\n${vpc("net")}: property regionCode value {<nil>} has a problem: is required`,
    },
    "the package is not installed beside the program": {
        program: () => checkInstalled("/"),
        message:
            "pulumi-clouddb is not installed in the folder of the program, /, from where its provider is loaded. Run `npm install pulumi-clouddb` there.",
    },
    "an adoption of what does not exist": {
        program: () => new clouddb.Service("orders", { adopt: "s-1" }),
        message: `${service("orders")}: property adopt value {s-1} has a problem: There is no service s-1 in project PROJECT to adopt. Check the id, the project and the address.`,
    },
    "a key that the API refuses": {
        existing: ({ faults }) => {
            faults.add({ do: { kind: "status", status: 401 } });
            return { id: "" };
        },
        program: () => new clouddb.Service("orders"),
        message:
            "GET /auth/info was refused: 401 (request id req-1). Is the API key right (`clouddb:apiKey`, the provider's or the profile's `apiKey`, or CLOUDDB_API_KEY)? `pulumi refresh`, `pulumi destroy` and the reads of the native provider use the one of the last `pulumi up`, or with `--run-program` the configured one.",
    },
    "a key that may not ask which project it belongs to": {
        existing: ({ faults }) => {
            faults.add({ do: { kind: "status", status: 403 }, endpoint: "getCallerIdentity" });
            return { id: "" };
        },
        program: () => new clouddb.Service("orders"),
        message:
            "GET /auth/info was refused: 403 (request id req-1). The API key (`clouddb:apiKey`, the provider's or the profile's `apiKey`, or CLOUDDB_API_KEY) may not ask which project it belongs to: name the project, `clouddb:projectId`.",
    },
    "a name that is taken": {
        existing: ({ create }) => create.service({ name: "orders" }),
        program: () => new clouddb.Service("orders", { name: "orders" }),
        message: `${service("orders")}: property name value {orders} has a problem: There already is a service "orders" in project PROJECT: ID, created 24 h ago. It may be what an interrupted \`pulumi up\` has left, another stack's, or what this operation deletes at its end. If it is yours, take it over: \`adopt: "ID"\`. To create another one all the same: \`onNameConflict: "ignore"\` or another \`name\`. If you force its replacement (\`--replace\`, taint): \`deleteBeforeReplace: true\`.`,
    },
    "a VPC in another region": {
        existing: ({ create }) => create.vpc({ region_code: "eu-west-1" }),
        program: (vpcId) => new clouddb.Service("orders", { vpcId, regionCode: region }),
        message: `${service("orders")}: property vpcId value {ID} has a problem: VPC ID is in region eu-west-1, and the service in us-east-1.`,
    },
    "a targetTime in the future": {
        existing: ({ create }) => create.service(),
        program: (serviceId) =>
            new clouddb.Service("fork", {
                forkFrom: { serviceId, strategy: "PITR", targetTime: "2999-01-01T00:00:00Z" },
            }),
        message: `${service("fork")} has a problem: forkFrom.targetTime: 2999-01-01T00:00:00Z is in the future: a fork can only have data of the past.`,
    },
    "a targetTime before the parent was created": {
        existing: ({ create }) => create.service(),
        program: (serviceId) =>
            new clouddb.Service("fork", {
                forkFrom: { serviceId, strategy: "PITR", targetTime: "2020-01-01T00:00:00Z" },
            }),
        message: `${service("fork")} has a problem: forkFrom.targetTime: 2020-01-01T00:00:00Z is before service ID was created, at 2029-12-31T00:00:00.000Z: it has no older data.`,
    },
};

test.each(Object.entries(rows))("%s", async (_, { program, message, existing }) => {
    const id = existing?.(stage.emulator).id ?? "";
    const said = (await previewed(() => program(id))).join("\n").replaceAll(stage.emulator.projectId, "PROJECT");
    expect(id === "" ? said : said.replaceAll(id, "ID")).toBe(message);
});

test("deletionProtection: false together with a replacement", async () => {
    await stage.up(() => new clouddb.Service("orders", { regionCode: region, deletionProtection: true }));
    stage.calls();
    const both = () => new clouddb.Service("orders", { regionCode: "eu-west-1", deletionProtection: false });
    expect(warningsOf(await stage.preview(both))).toEqual([
        "orders: regionCode cannot change in place, and lifting the protection needs a `pulumi up` of its own: this one only carries out `deletionProtection: false`, and the next one would REPLACE the service, its data will be lost.",
    ]);
});
