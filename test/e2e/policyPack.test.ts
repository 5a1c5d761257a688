// The policies of examples/policy-pack: what each of them refuses, and the last that it accepts. The CLI runs them as well.
import { cpSync } from "node:fs";
import path from "node:path";
import { addPackages } from "../support/fixtureProject";
import { policies, policyPack, violationsOf } from "./support/policies";
import { onlyOnCli } from "./support/scenario";

const typeOf = (name: string) => `pulumi-nodejs:dynamic/clouddb:${name}`;

/** What every policy accepts. */
const production = {
    name: "orders-4k2m9xz",
    environment: "PROD",
    cpuMillis: 1000,
    memoryGbs: 4,
    replicaCount: 1,
    vpcId: "vpc0000001",
};

const without = (...names: (keyof typeof production)[]) =>
    Object.fromEntries(Object.entries(production).filter(([name]) => !names.some((one) => one === name)));

const cases: readonly (readonly [type: string, props: object, violated: readonly string[]])[] = [
    ["Service", production, []],
    ["Service", { ...production, deletionProtection: true }, []],
    ["Service", { ...production, replicaCount: 0 }, ["prod-has-replicas"]],
    ["Service", without("replicaCount"), ["prod-has-replicas"]],
    ["Service", without("vpcId"), ["prod-is-in-vpc"]],
    ["Service", { ...production, deletionProtection: false }, ["prod-is-protected"]],
    ["Service", { environment: "DEV", deletionProtection: false }, []],
    ["Service", {}, []],
    ["Service", { cpuMillis: 8000, memoryGbs: 32 }, []],
    ["Service", { cpuMillis: "shared", memoryGbs: "shared", replicaCount: 2 }, []],
    ["Service", { cpuMillis: 8001, memoryGbs: 32 }, ["size-within-budget"]],
    ["Service", { cpuMillis: 8000, memoryGbs: 33 }, ["size-within-budget"]],
    ["Service", { ...production, cpuMillis: 4000, memoryGbs: 16 }, []],
    ["Service", { ...production, cpuMillis: 4000, memoryGbs: 16, replicaCount: 2 }, ["size-within-budget"]],
    ["ReadReplicaSet", { nodes: 4, cpuMillis: 2000, memoryGbs: 8 }, []],
    ["ReadReplicaSet", { nodes: 5, cpuMillis: 2000, memoryGbs: 4 }, ["size-within-budget"]],
    ["Vpc", { name: "net", environment: "PROD", cpuMillis: 9000 }, []],
    ...["Service", "ReadReplicaSet", "Vpc"].flatMap((type) =>
        ["Orders", "1st", "orders db", ""].map((name) => [type, { name }, ["names"]] as const),
    ),
    ["Other", { ...production, name: "Orders DB", replicaCount: 0, cpuMillis: 9000 }, []],
];

test.each(cases)("%s %j", (type, props, violated) => {
    expect(violationsOf(typeOf(type), props)).toEqual(violated);
    // The native provider has types of its own.
    expect(violationsOf(`clouddb:index:${type}`, props)).toEqual(violated);
});

test("each policy refuses something", () => {
    const violated = new Set(cases.flatMap(([, , names]) => names));
    expect([...violated].sort()).toEqual(policies.map(({ name }) => name).sort());
});

test("the configuration of a policy changes its limits", () => {
    const large = { cpuMillis: 9000, memoryGbs: 33, name: "Orders" };
    const config = { maxCpuMillis: 9000, maxMemoryGbs: 33, pattern: "^[A-Z]" };
    expect(violationsOf(typeOf("Service"), large, config)).toEqual([]);
    expect(violationsOf(typeOf("Service"), { ...large, name: "orders" }, config)).toEqual(["names"]);
});

onlyOnCli(
    "the policy pack refuses a program for each of its policies, and accepts a VPC that is new",
    async (stage) => {
        const { stack, folder } = stage;
        addPackages(folder, "@pulumi/policy");
        cpSync(policyPack, path.join(folder, "policies"), { recursive: true });
        const preview = () => stack.run("preview", { policyPack: "policies" });
        const declare = (props: string) =>
            stage.program(`
            const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
            new clouddb.Service("orders", { environment: "PROD", ${props} });`);
        declare("replicaCount: 1, vpcId: net.id, cpuMillis: 4000, memoryGbs: 16");
        expect(await preview()).toMatchObject({ exitCode: 0 });
        declare('name: "Orders DB", deletionProtection: false, cpuMillis: 16000, memoryGbs: 64');
        const { exitCode, printed } = await preview();
        expect(exitCode).not.toBe(0);
        const named = new Set([...printed.matchAll(/\[mandatory\] +([\w-]+)/g)].map(([, name]) => name));
        expect([...named].sort()).toEqual(policies.map(({ name }) => name).sort());
        expect(stage.calls()).toEqual([]);
    },
);
