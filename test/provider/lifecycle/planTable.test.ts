// The planners, row by row: what is observed, what the program asks for, and the steps from one to the other with their progress messages.
// What is no change, and what is done while paused: service.pairs.test.ts; versions of a password: service.password.test.ts.
import { definitions, type Desired } from "../../../src/provider/lifecycle";
import { planService, servicePausing } from "../../../src/provider/lifecycle/definitions/service/plan";
import type { ServiceArgs } from "../../../src/provider/lifecycle/definitions/service/args";
import type { ServiceObserved } from "../../../src/provider/lifecycle/definitions/service/observe";

type Observed = Partial<ServiceObserved>;

/** A running service of 2 CPU and 8 GB that has nothing else. */
const running: Observed = {
    ...{ cpuMillis: 2000, memoryGbs: 8, environment: "DEV", replicaCount: 0, syncReplicaCount: 0 },
    ...{ connectionPooler: false, vpcId: null, paused: false, passwordOrigin: "initial" },
};

const resize = (sizes: string) => [[`resize ${sizes}`, `resizing ${sizes}`]];
const ha = (counts: string) => [[`HA ${counts}`, `changing the HA replicas ${counts}`]];
const poolerOn = ["pooler on", "enabling the pooler"];
const detach = ["detach from VPC v1", "detaching from VPC v1"];
const attach = ["attach to VPC v2", "attaching to VPC v2"];
const environment = ["environment DEV -> PROD", "setting the environment DEV -> PROD"];
const password = ["password", "setting the password"];
const newPassword = ["new password", "setting a new password"];
const start = ["start", "starting"];
const pause = ["pause", "pausing"];

test.each<[what: string, observed: Observed, desired: Desired<ServiceArgs>, steps: readonly (readonly string[])[]]>([
    ["nothing is asked for", {}, {}, []],
    ["one half of a size keeps the other", {}, { memoryGbs: 16 }, resize("2 CPU / 8 GB -> 2 CPU / 16 GB")],
    [
        "a size that is not known",
        { cpuMillis: undefined },
        { cpuMillis: 500, memoryGbs: 2 },
        resize("to 0.5 CPU / 2 GB"),
    ],
    ["a shared size", {}, { cpuMillis: "shared", memoryGbs: "shared" }, resize("2 CPU / 8 GB -> shared")],
    ["HA replicas", {}, { replicaCount: 2, syncReplicaCount: 1 }, ha("0 -> 2 (1 sync)")],
    [
        "fewer HA replicas than are synchronous",
        { replicaCount: 2, syncReplicaCount: 2 },
        { replicaCount: 1 },
        ha("2 (2 sync) -> 1 (1 sync)"),
    ],
    ["no pooler", { connectionPooler: true }, { connectionPooler: false }, [["pooler off", "disabling the pooler"]]],
    ["another VPC", { vpcId: "v1" }, { vpcId: "v2" }, [detach, attach]],
    ["no VPC any more", { vpcId: "v1" }, { vpcId: null }, [detach]],
    [
        "an environment that is not known",
        { environment: undefined },
        { environment: "PROD" },
        [["environment to PROD", "setting the environment to PROD"]],
    ],
    ["a generated password", {}, { generatePassword: true }, [newPassword]],
    ["another version of no password", { passwordVersion: 1 }, { passwordVersion: 2 }, []],
    ["a password that is unknown", { passwordOrigin: "lost" }, {}, [newPassword]],
    ["a change while paused", { paused: true }, { paused: true, connectionPooler: true }, [start, poolerOn, pause]],
    ["a change while paused by others", { paused: true }, { connectionPooler: true }, [start, poolerOn, pause]],
    [
        "everything at once: what needs no running service first, the pause last",
        {},
        {
            ...{ cpuMillis: 4000, memoryGbs: 16, replicaCount: 1, connectionPooler: true, vpcId: "v2" },
            ...{ environment: "PROD", password: "secret", paused: true },
        },
        [environment, password, ...resize("2 CPU / 8 GB -> 4 CPU / 16 GB"), ...ha("0 -> 1"), poolerOn, attach, pause],
    ],
])("a service: %s", (_what, observed, desired, steps) => {
    const now = { ...running, ...observed };
    const planned = planService(now, servicePausing.resolveDesired(desired, now));
    expect(planned.map(({ title, progress }) => [title, progress])).toEqual(steps);
});

test.each([
    [undefined, []],
    ["net", []],
    ["core", [['rename "net" -> "core"', 'renaming "net" -> "core"']]],
])("a VPC that is to be named %j", (name, steps) => {
    const planned = definitions.vpc.plan({ name: "net" }, { name });
    expect(planned.map(({ title, progress }) => [title, progress])).toEqual(steps);
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
