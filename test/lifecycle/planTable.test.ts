// The planners, row by row: what is observed, what the program asks for, and the steps from one to the other.
import { definitions, type Desired } from "../../src/lifecycle";
import { planService, resolveServiceDesired } from "../../src/lifecycle/definitions/service/plan";
import type { ServiceArgs } from "../../src/lifecycle/definitions/service/args";
import type { ServiceObserved } from "../../src/lifecycle/definitions/service/observe";

/** A running service of 2 CPU and 8 GB that has nothing else. */
const running: Partial<ServiceObserved> = {
    cpuMillis: 2000,
    memoryGbs: 8,
    environment: "DEV",
    replicaCount: 0,
    syncReplicaCount: 0,
    connectionPooler: false,
    vpcId: null,
    paused: false,
    passwordOrigin: "initial",
};

interface Row {
    readonly what: string;
    readonly observed?: Partial<ServiceObserved>;
    readonly desired: Desired<ServiceArgs>;
    readonly steps: readonly string[];
}

const given = { password: "secret", passwordOrigin: "given" } as const;

const rows: readonly Row[] = [
    { what: "nothing is asked for", desired: {}, steps: [] },
    { what: "everything is as asked", desired: { cpuMillis: 2000, memoryGbs: 8, environment: "DEV" }, steps: [] },
    { what: "a size", desired: { cpuMillis: 4000, memoryGbs: 16 }, steps: ["resize to 4 CPU / 16 GB"] },
    { what: "one half of a size keeps the other", desired: { memoryGbs: 16 }, steps: ["resize to 2 CPU / 16 GB"] },
    { what: "a shared size", desired: { cpuMillis: "shared", memoryGbs: "shared" }, steps: ["resize to shared"] },
    { what: "HA replicas", desired: { replicaCount: 2, syncReplicaCount: 1 }, steps: ["HA 0 -> 2 (1 sync)"] },
    {
        what: "fewer HA replicas than are synchronous",
        observed: { replicaCount: 2, syncReplicaCount: 2 },
        desired: { replicaCount: 1 },
        steps: ["HA 2 (2 sync) -> 1 (1 sync)"],
    },
    { what: "a pooler", desired: { connectionPooler: true }, steps: ["pooler on"] },
    {
        what: "no pooler any more",
        observed: { connectionPooler: true },
        desired: { connectionPooler: false },
        steps: ["pooler off"],
    },
    { what: "a VPC", desired: { vpcId: "v2" }, steps: ["attach to VPC v2"] },
    {
        what: "another VPC",
        observed: { vpcId: "v1" },
        desired: { vpcId: "v2" },
        steps: ["detach from VPC v1", "attach to VPC v2"],
    },
    { what: "no VPC any more", observed: { vpcId: "v1" }, desired: { vpcId: null }, steps: ["detach from VPC v1"] },
    { what: "an environment", desired: { environment: "PROD" }, steps: ["environment DEV -> PROD"] },
    { what: "a password", desired: { password: "secret" }, steps: ["password"] },
    { what: "the password that is set", observed: given, desired: { password: "secret" }, steps: [] },
    {
        what: "the same password with another version",
        observed: { ...given, passwordVersion: 1 },
        desired: { password: "secret", passwordVersion: 2 },
        steps: ["password"],
    },
    { what: "a generated password", desired: { generatePassword: true }, steps: ["new password"] },
    {
        what: "the generated password with another version",
        observed: { passwordOrigin: "generated", passwordVersion: 1 },
        desired: { generatePassword: true, passwordVersion: 2 },
        steps: ["new password"],
    },
    {
        what: "the generated password that is set",
        observed: { passwordOrigin: "generated", passwordVersion: 1 },
        desired: { generatePassword: true, passwordVersion: 1 },
        steps: [],
    },
    {
        what: "another version of a password that nobody gives or generates",
        observed: { passwordVersion: 1 },
        desired: { passwordVersion: 2 },
        steps: [],
    },
    { what: "a password that is unknown", observed: { passwordOrigin: "lost" }, desired: {}, steps: ["new password"] },
    { what: "a pause", desired: { paused: true }, steps: ["pause"] },
    { what: "a start", observed: { paused: true }, desired: { paused: false }, steps: ["start"] },
    {
        what: "a change of a paused service that stays paused",
        observed: { paused: true },
        desired: { paused: true, connectionPooler: true },
        steps: ["start", "pooler on", "pause"],
    },
    {
        what: "a change of a service that the console has paused",
        observed: { paused: true },
        desired: { connectionPooler: true },
        steps: ["start", "pooler on", "pause"],
    },
    {
        what: "environment and password of a paused service, without a start",
        observed: { paused: true },
        desired: { environment: "PROD", password: "secret" },
        steps: ["environment DEV -> PROD", "password"],
    },
    {
        what: "everything at once: what needs no running service first, the pause last",
        desired: {
            cpuMillis: 4000,
            memoryGbs: 16,
            replicaCount: 1,
            connectionPooler: true,
            vpcId: "v1",
            environment: "PROD",
            password: "secret",
            paused: true,
        },
        steps: [
            "environment DEV -> PROD",
            "password",
            "resize to 4 CPU / 16 GB",
            "HA 0 -> 1",
            "pooler on",
            "attach to VPC v1",
            "pause",
        ],
    },
];

test.each(rows)("a service: $what", ({ observed = {}, desired, steps }) => {
    const now = { ...running, ...observed };
    expect(planService(now, resolveServiceDesired(desired, now)).map(({ title }) => title)).toEqual(steps);
});

test("a VPC is renamed, and nothing else", () => {
    const titles = (name: string | undefined) =>
        definitions.vpc.plan({ name: "net" }, { name }).map(({ title }) => title);
    expect([titles(undefined), titles("net"), titles("core")]).toEqual([[], [], ['rename to "core"']]);
    expect(definitions.vpc.plan({}, { name: "core" })[0]?.progress).toBe('renaming to "core"');
});

test.each([
    ["created", {}, []],
    ["provisioned", {}, ["wait until it is provisioned"]],
    ["provisioned", { provisioned: true }, []],
    ["active", { provisioned: true }, ["wait until it is active"]],
    ["active", { provisioned: true, active: true }, []],
] as const)("a peering that is to be %s, and is %j: %j", (waitFor, observed, steps) => {
    expect(definitions.peering.plan(observed, { waitFor }).map(({ title }) => title)).toEqual(steps);
});

test("each step says what it does", () => {
    const desired: Desired<ServiceArgs> = {
        ...{ cpuMillis: 4000, memoryGbs: 16, environment: "PROD", replicaCount: 2, connectionPooler: true },
        ...{ vpcId: "v2", password: "secret", paused: true },
    };
    const progress = (steps: ReturnType<typeof planService>) => steps.map((step) => step.progress);
    expect(progress(planService({ ...running, vpcId: "v1" }, desired))).toEqual([
        "setting the environment to PROD",
        "setting the password",
        "resizing to 4 CPU / 16 GB",
        "changing the HA replicas to 2",
        "enabling the pooler",
        "detaching from VPC v1",
        "attaching to VPC v2",
        "pausing",
    ]);
    expect(progress(planService({ ...running, connectionPooler: true }, { connectionPooler: false }))).toEqual([
        "disabling the pooler",
    ]);
    expect(progress(planService({ ...running, paused: true }, { paused: false }))).toEqual(["starting"]);
});
