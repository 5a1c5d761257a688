import { assertExhaustive, type Desired, type Pausing } from "../../definition";
import { fromTo, present, type Step } from "../../step";
import { planEnvironment, planPooler, planSize } from "../compute";
import type { ServiceArgs, StateOnly, UpdatedArg } from "./args";
import type { ServiceCalls } from "./client";
import type { ServiceObserved } from "./observe";

type Wanted = Desired<ServiceArgs>;
type Observed = Partial<ServiceObserved>;
type ServiceStep = Step<ServiceObserved, ServiceCalls>;

/**
 * The steps from the observed to the desired service, in order: first what is quick and does not need it running, then the changes
 * that do, last the pause.
 */
export function planService(observed: Observed, desired: Wanted): ServiceStep[] {
    const stepsOf = (planners: Readonly<Record<string, Planner>>) =>
        [...new Set(Object.values(planners))].flatMap((plan) => plan(observed, desired));
    const changes = stepsOf(runningOnly);
    const paused = observed.paused ?? false;
    const toPause = desired.paused ?? paused;
    const start = paused && (changes.length > 0 || !toPause);
    const stop = toPause && (!paused || start);
    return [...stepsOf(anyTime), ...(start ? [startStep] : []), ...changes, ...(stop ? [stopStep] : [])];
}

export const servicePausing: Pausing<ServiceArgs, ServiceObserved, ServiceCalls> = {
    // A paused service whose `paused` is not managed is paused again after the changes.
    resolveDesired: (desired, observed) => ({ ...desired, paused: desired.paused ?? observed.paused ?? false }),
    // Environment and password are changed without starting a paused service; an API may refuse that.
    startStep: ({ paused }) => (paused === true ? startStep : undefined),
    // What is not known yet may need the service running.
    around: ({ paused }, desired, changing) =>
        paused === true && desired.paused !== false && changing.some((key) => key in runningOnly)
            ? [startStep, stopStep]
            : undefined,
    // A service that was only started for a change is paused again when the change fails.
    restore: ({ paused }, desired, done) =>
        desired.paused === true && paused === false && done.some(({ call }) => call === startStep.call)
            ? stopStep
            : undefined,
};

const startStep: ServiceStep = {
    call: "start",
    args: {},
    effect: { paused: false },
    title: "start",
    progress: "starting",
};

const stopStep: ServiceStep = {
    call: "stop",
    args: {},
    effect: { paused: true },
    title: "pause",
    progress: "pausing",
};

function planPassword(observed: Observed, { password, generatePassword, passwordVersion }: Wanted): ServiceStep[] {
    const version = passwordVersion ?? undefined;
    const { password: current, passwordOrigin: origin, passwordVersion: currentVersion } = observed;
    const outdated = version !== undefined && version !== currentVersion;
    const warning = "Either the old or the new password may be in force; the next `pulumi up` sets it again.";
    const uncertain = { effect: {}, maybeApplied: { values: { passwordOrigin: "lost" }, warning } } as const;
    if (password != null) {
        if (current === password && origin === "given" && !outdated) return [];
        const args = { password, version };
        return [{ call: "setPassword", args, ...uncertain, title: "password", progress: "setting the password" }];
    }
    const isDue = origin === "lost" || (generatePassword === true && (origin !== "generated" || outdated));
    if (!isDue) return [];
    return [
        {
            call: "generatePassword",
            args: { version },
            ...uncertain,
            title: "new password",
            progress: "setting a new password",
        },
    ];
}

function planHa(observed: Observed, desired: Wanted): ServiceStep[] {
    const before = { replicaCount: observed.replicaCount ?? 0, syncReplicaCount: observed.syncReplicaCount ?? 0 };
    const replicaCount = desired.replicaCount ?? before.replicaCount;
    const syncReplicaCount = Math.min(desired.syncReplicaCount ?? before.syncReplicaCount, replicaCount);
    if (replicaCount === before.replicaCount && syncReplicaCount === before.syncReplicaCount) return [];
    // A count that is neither managed nor set is not sent.
    const counts = {
        replicaCount,
        ...(desired.syncReplicaCount == null && before.syncReplicaCount === 0 ? {} : { syncReplicaCount }),
    };
    const say = (replicas: number, sync: number) =>
        sync > 0 || replicaCount === before.replicaCount ? `${replicas} (${sync} sync)` : `${replicas}`;
    const change = fromTo(say(before.replicaCount, before.syncReplicaCount), say(replicaCount, syncReplicaCount));
    return [
        {
            call: "setHa",
            args: counts,
            effect: counts,
            title: `HA ${change}`,
            progress: `changing the HA replicas ${change}`,
        },
    ];
}

function planVpc(observed: Observed, { vpcId }: Wanted): ServiceStep[] {
    const from = observed.vpcId ?? null;
    if (vpcId === undefined || vpcId === from) return [];
    return [...(from === null ? [] : [detach(from)]), ...(vpcId === null ? [] : [attach(vpcId)])];
}

const attach = (vpcId: string): ServiceStep => ({
    call: "attachToVpc",
    args: { vpcId },
    effect: { vpcId, vpcEndpoint: present },
    title: `attach to VPC ${vpcId}`,
    progress: `attaching to VPC ${vpcId}`,
});

const detach = (vpcId: string): ServiceStep => ({
    call: "detachFromVpc",
    args: { vpcId },
    effect: { vpcId: null, vpcEndpoint: null },
    title: `detach from VPC ${vpcId}`,
    progress: `detaching from VPC ${vpcId}`,
});

type Planner = (observed: Observed, desired: Wanted) => ServiceStep[];

// Arguments that change together share a planner. The order is that of the steps.
/** What the API changes in a paused service as well. */
const anyTime = {
    environment: planEnvironment,
    password: planPassword,
    generatePassword: planPassword,
    passwordVersion: planPassword,
};
/** For these a paused service is started, and paused again. */
const runningOnly = {
    cpuMillis: planSize,
    memoryGbs: planSize,
    replicaCount: planHa,
    syncReplicaCount: planHa,
    connectionPooler: planPooler,
    vpcId: planVpc,
};
type Planned = keyof typeof anyTime | keyof typeof runningOnly | "paused" | StateOnly;

// An argument that changes in place and has no planner does not compile.
assertExhaustive<Exclude<UpdatedArg, Planned>>();
