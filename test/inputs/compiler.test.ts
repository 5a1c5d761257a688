// Arguments that do not belong together, as the compiler reports them in an editor, each with its exact text; and that it accepts all
// right ones. That they are also refused at run time, for programs in JavaScript, is in badFunctions, badResources and
// test/program/resources/components.
import path from "node:path";
import { compileHere, errorsIn } from "../support/compilerErrors";

const programOf = (line: string) => `
    import * as pulumi from "@pulumi/pulumi";
    import * as clouddb from "pulumi-clouddb";
    const [cidr, regionCode, serviceId, at] = ["10.0.0.0/16", "us-east-1", "s-1", "2030-01-01T00:00:00Z"];
    declare const [text, hours]: [pulumi.Output<string>, pulumi.Output<number>];
    declare const [strategy, maybe]: [pulumi.Output<clouddb.ForkStrategy>, string | undefined];
    export default (): unknown => ${line};`;

const inPrivate = (args: string) => `new clouddb.PrivateService("orders", ${args})`;
const inPreview = (args: string) => `new clouddb.PreviewFork("orders", { branch: "b", ${args} })`;
const inFork = (args: string) => `new clouddb.Service("orders", { forkFrom: ${args} })`;

const excluded = (name: string, type = "string") =>
    `Types of property '${name}' are incompatible. Type '${type}' is not assignable to type 'undefined'.`;
const missing = (name: string, given: string, type: string) =>
    `Property '${name}' is missing in type '${given}' but required in type '${type}'.`;
const unknown = (name: string, meant?: string) =>
    new RegExp(
        `^Object literal may only specify known properties, \\w+ '${name}' does not exist in type '.*'\\.` +
            (meant === undefined ? "$" : ` Did you mean to write '${meant}'\\?$`),
    );
const pitr = '{ serviceId: string; strategy: "PITR"; }';

/** Each with the end of the message, which names the property. */
const refused: readonly (readonly [line: string, end: string | RegExp])[] = [
    [inPrivate("{ cidr, regionCode, vpcId: 'v' }"), excluded("vpcId")],
    [inPrivate("{ vpcId: text, vpcName: 'net' }"), excluded("vpcName")],
    [inPrivate("{}"), "Argument of type '{}' is not assignable to parameter of type 'PrivateServiceArgs'."],
    [inPrivate("{ regionCode }"), missing("vpcId", "{ regionCode: string; }", "PrivateServiceInExistingVpcArgs")],
    [inPrivate("{ cidr }"), missing("regionCode", "{ cidr: string; }", "PrivateServiceInNewVpcArgs")],
    [inPrivate("{ cidr, regioncode: 'r' }"), unknown("regioncode", "regionCode")],
    [inPrivate("{ cidr, regionCode, cpuMilis: 1 }"), unknown("cpuMilis")],
    [inPrivate("{ cidr, regionCode, service: { cpuMilis: 1 } }"), unknown("cpuMilis", "cpuMillis")],
    [
        inPrivate("{ cidr, regionCode, service: { forkFrom: { serviceId, strategy: 'PITR' } } }"),
        missing("targetTime", pitr, "ForkFromPointInTime"),
    ],
    [inPreview("serviceId, ttlHours: 1, expiresAt: at"), excluded("expiresAt")],
    [inPreview("serviceId, ttlHours: hours, expiresAt: text"), excluded("expiresAt", "Output<string>")],
    [
        inPreview("serviceId, strategy: 'PITR'"),
        missing("targetTime", `{ branch: string; ${pitr.slice(2)}`, "ForkFromPointInTime"),
    ],
    [inPreview("serviceId, strategy: 'NOW', targetTime: at"), excluded("targetTime")],
    [
        inPreview("serviceId, targetTime: at"),
        missing("strategy", "{ branch: string; serviceId: string; targetTime: string; }", "ForkFromOutput"),
    ],
    [inPreview("ttlHours: 1"), missing("serviceId", "{ branch: string; ttlHours: number; }", "PreviewForkSnapshot")],
    [inPreview("serviceId, ttlHour: 1"), unknown("ttlHour", "ttlHours")],
    [inPreview("serviceId, ttlHours: '1'"), "Type 'string' is not assignable to type 'Input<number | undefined>'."],
    [inFork("{ serviceId, strategy: 'PITR' }"), missing("targetTime", pitr, "ForkFromPointInTime")],
    [inFork("{ serviceId, strategy: 'NOW', targetTime: at }"), excluded("targetTime")],
    [inFork("{ serviceId, strategy: 'LAST_SNAPSHOT', targetTime: text }"), excluded("targetTime", "Output<string>")],
    [inFork("{ serviceId, strategy: 'NOWW' }"), / Did you mean '"NOW"'\?$/],
    [inFork("{ serviceId }"), missing("strategy", "{ serviceId: string; }", "ForkFromOutput")],
    [inFork("{ serviceId, strategy: 'PITR', targettime: at }"), unknown("targettime")],
    ["clouddb.getService({})", "Argument of type '{}' is not assignable to parameter of type 'LookupArgs'."],
    ["clouddb.getService({ id: 's', name: 'orders' })", excluded("name")],
    ["clouddb.getVpcOutput({ id: text, name: text })", excluded("name", "Output<string>")],
    ["clouddb.getVpcOutput({ nam: text })", unknown("nam", "name")],
    ["clouddb.getReadReplicaSet({ id: 's/r', name: 'reports' })", excluded("name")],
    [
        "clouddb.getReadReplicaSet({ name: 'reports' })",
        missing("serviceId", "{ name: string; }", "GetReadReplicaSetByNameArgs"),
    ],
    [
        "clouddb.getReadReplicaSetOutput({ serviceId: text })",
        missing("name", "{ serviceId: pulumi.Output<string>; }", "InputsOf<GetReadReplicaSetByNameArgs>"),
    ],
];

const accepted = [
    inPrivate("{ cidr, regionCode, vpcName: 'net' }"),
    inPrivate("{ cidr: text, regionCode: text, vpcId: undefined }"),
    inPrivate("{ vpcId: text }"),
    inPrivate("{ regionCode: text, ...(maybe === undefined ? { cidr } : { vpcId: maybe }) }"),
    inPreview("serviceId"),
    inPreview("serviceId: text, ttlHours: hours, expiresAt: undefined"),
    inPreview("serviceId, expiresAt: text, strategy: 'NOW'"),
    inPreview("serviceId, strategy: 'PITR', targetTime: text, ttlHours: 1"),
    inPreview("serviceId, strategy, targetTime: maybe"),
    inFork("{ serviceId: text, strategy: 'LAST_SNAPSHOT' }"),
    inFork("{ serviceId, strategy: 'PITR', targetTime: text }"),
    inFork("{ serviceId, strategy }"),
    inFork("{ serviceId, strategy: Promise.resolve('PITR' as const), targetTime: text }"),
    inFork("{ serviceId, strategy: pulumi.output('NOW' as pulumi.Input<clouddb.ForkStrategy>), targetTime: maybe }"),
    inFork("{ serviceId, ...(maybe ? { strategy: 'PITR', targetTime: maybe } : { strategy: 'NOW' }) }"),
    inFork("pulumi.output({ serviceId, strategy: 'PITR', targetTime: at } as const)"),
    inFork("maybe === undefined ? undefined : { serviceId, strategy: 'PITR', targetTime: maybe }"),
    `${inFork("{ serviceId, strategy }")}.forkFrom.apply((fork) => fork?.targetTime satisfies string | undefined)`,
    "clouddb.getService({ id: 's', projectId: 'p' })",
    "clouddb.getVpcOutput({ name: text, projectId: text })",
    "clouddb.getReadReplicaSet({ serviceId, name: 'reports' })",
    "clouddb.getReadReplicaSetOutput({ id: text })",
];

const lines = [...refused.map(([line]) => line), ...accepted];
const fileOf = (line: string) => path.join(__dirname, `program${lines.indexOf(line)}.ts`);
const compiled = compileHere(new Map(lines.map((line) => [fileOf(line), programOf(line)])));
/** In one line each, without the file's name. */
const errors = (line: string) =>
    errorsIn(compiled, [fileOf(line)]).map((text) => text.replace(/^.*?: /, "").replace(/\s+/g, " "));

test.each(refused)("refused: %s", (line, end) => {
    const [error, ...others] = errors(line);
    expect(others).toEqual([]);
    if (typeof end === "string") expect(error?.slice(-end.length)).toBe(end);
    else expect(error).toMatch(end);
});

test.each(accepted)("accepted: %s", (line) => {
    expect(errors(line)).toEqual([]);
});
