import { randomInt } from "node:crypto";
import type { ServiceRecord } from "../../../api";
import { assertExhaustive, type Dependent, type Desired, type ResourceClient } from "../../definition";
import type { Project } from "../../project";
import { fromTo, makeCall, present, withoutRecord, type CallResult, type CallsIn, type Step } from "../../step";
import { labelOf } from "../fields";
import { isLeaving, readerClient, sizeText, type Environment, type Size, serviceReader, vpcReader } from "../records";
import type { ServiceArgs, StateOnly, UpdatedArg } from "./args";
import type { ServiceObserved } from "./observe";

// `readReplicaSet.ts` also uses the first three planners.
interface Compute<Amount extends Size> {
    cpuMillis?: Amount;
    memoryGbs?: Amount;
    environment?: Environment;
    connectionPooler?: boolean;
}

type ObservedCompute<Amount extends Size> = Partial<Omit<Compute<Amount>, "environment"> & { environment: string }>;

export function setEnvironment(observed: ObservedCompute<Size>, { environment }: Desired<Compute<Size>>) {
    if (environment == null || environment === observed.environment) return [];
    const title = `environment ${fromTo(observed.environment, environment)}`;
    const args = { environment };
    return [{ call: "setEnvironment", args, effect: args, title, progress: `setting the ${title}` } as const];
}

export function resize<Amount extends Size>(observed: ObservedCompute<Amount>, desired: Desired<Compute<Amount>>) {
    const cpuMillis = desired.cpuMillis ?? observed.cpuMillis;
    const memoryGbs = desired.memoryGbs ?? observed.memoryGbs;
    if (cpuMillis === undefined || memoryGbs === undefined) return [];
    if (cpuMillis === observed.cpuMillis && memoryGbs === observed.memoryGbs) return [];
    const size = { cpuMillis, memoryGbs };
    const sizes = fromTo(sizeText(observed.cpuMillis, observed.memoryGbs), sizeText(cpuMillis, memoryGbs));
    const [title, progress] = [`resize ${sizes}`, `resizing ${sizes}`];
    return [{ call: "resize", args: size, effect: size, title, progress } as const];
}

export function switchPooler(observed: ObservedCompute<Size>, { connectionPooler }: Desired<Compute<Size>>) {
    if (connectionPooler == null || connectionPooler === (observed.connectionPooler ?? false)) return [];
    return [connectionPooler ? enablePooler : disablePooler];
}

const enablePooler = {
    call: "enablePooler",
    args: {},
    effect: { connectionPooler: true, poolerEndpoint: present },
    title: "pooler on",
    progress: "enabling the pooler",
} as const;

const disablePooler = {
    call: "disablePooler",
    args: {},
    effect: { connectionPooler: false, poolerEndpoint: null },
    title: "pooler off",
    progress: "disabling the pooler",
} as const;

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

/** A paused service whose `paused` is not managed is paused again after the changes. */
export const resolveServiceDesired = (desired: Wanted, observed: Observed): Wanted => ({
    ...desired,
    paused: desired.paused ?? observed.paused ?? false,
});

/** Environment and password are changed without starting a paused service; an API may refuse that. */
export const serviceStartStep = ({ paused }: Observed): ServiceStep | undefined =>
    paused === true ? startStep : undefined;

/** A service that was only started for a change is paused again when the change fails. */
export const serviceRestoreStep = (
    { paused }: Observed,
    desired: Wanted,
    done: readonly ServiceStep[],
): ServiceStep | undefined =>
    desired.paused === true && paused === false && done.some(({ call }) => call === startStep.call)
        ? stopStep
        : undefined;

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

function setPassword(observed: Observed, { password, generatePassword, passwordVersion }: Wanted): ServiceStep[] {
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

function changeHa(observed: Observed, desired: Wanted): ServiceStep[] {
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

function moveVpc(observed: Observed, { vpcId }: Wanted): ServiceStep[] {
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
    environment: setEnvironment,
    password: setPassword,
    generatePassword: setPassword,
    passwordVersion: setPassword,
};
/** For these a paused service is started, and paused again. */
const runningOnly = {
    cpuMillis: resize,
    memoryGbs: resize,
    replicaCount: changeHa,
    syncReplicaCount: changeHa,
    connectionPooler: switchPooler,
    vpcId: moveVpc,
};
type Planned = keyof typeof anyTime | keyof typeof runningOnly | "paused" | StateOnly;

// An argument that changes in place and has no planner does not compile.
assertExhaustive<Exclude<UpdatedArg, Planned>>();

// Letters and digits only, so that no shell, URL or connection string ever has to quote one; without those that look alike.
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
const length = 32;

export const generatePassword = (): string =>
    Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");

type Result = CallResult<ServiceObserved, ServiceRecord>;

const withRecord = async (answer: Promise<ServiceRecord | undefined>): Promise<Result> => ({ record: await answer });

type Version = ServiceArgs["passwordVersion"];

const calls = ({ client: { services }, id: projectId }: Project, serviceId: string) => {
    const place = { projectId, serviceId };
    const setPassword = async (
        password: string,
        passwordOrigin: "given" | "generated",
        passwordVersion: Version,
    ): Promise<Result> => {
        await services.updatePassword({ ...place, password });
        return { values: { password, passwordOrigin, passwordVersion } };
    };
    return {
        setEnvironment: ({ environment }: { environment: Environment }) =>
            withoutRecord(services.setEnvironment({ ...place, environment })),
        setPassword: ({ password, version }: { password: string; version: Version }) =>
            setPassword(password, "given", version),
        generatePassword: ({ version }: { version: Version }) => setPassword(generatePassword(), "generated", version),
        start: () => withRecord(services.start(place)),
        stop: () => withRecord(services.stop(place)),
        resize: async (size: { cpuMillis: Size; memoryGbs: Size }): Promise<Result> => ({
            record: await services.resize({
                ...place,
                cpuMillis: String(size.cpuMillis),
                memoryGbs: String(size.memoryGbs),
            }),
            // The numbers that the record shows for a shared size are only valid for the size before.
            values: { sharedAs: undefined },
        }),
        setHa: (counts: { replicaCount: number; syncReplicaCount?: number }) =>
            withRecord(services.setHa({ ...place, ...counts })),
        enablePooler: () => withoutRecord(services.enablePooler(place)),
        disablePooler: () => withoutRecord(services.disablePooler(place)),
        attachToVpc: ({ vpcId }: { vpcId: string }) => withoutRecord(services.attachToVpc({ ...place, vpcId })),
        detachFromVpc: ({ vpcId }: { vpcId: string }) => withoutRecord(services.detachFromVpc({ ...place, vpcId })),
    };
};

export type ServiceCalls = CallsIn<ReturnType<typeof calls>>;

export function serviceClient(
    project: Project,
    serviceId: string,
): ResourceClient<ServiceObserved, ServiceRecord, ServiceCalls> {
    const { client, id: projectId } = project;
    return {
        ...readerClient(serviceReader(project), serviceId),
        act: (step) => makeCall(calls(project, serviceId), step),
        namesExisting: ({ args }) =>
            "vpcId" in args
                ? vpcReader(project)
                      .get(args.vpcId)
                      .then((vpc) => vpc !== undefined)
                : undefined,
        remove: () => client.services.delete({ projectId, serviceId }),
        usedBy: () => forksOf(project, serviceId),
    };
}

/** The forks of a service, as far as the API shows their parent. */
async function forksOf({ client, id: projectId }: Project, serviceId: string): Promise<Dependent[]> {
    const { records } = await client.services.list({ projectId });
    const forks = records.filter(({ forkedFrom }) => forkedFrom?.serviceId === serviceId);
    return forks.map((fork) => ({
        label: `its fork ${labelOf(fork.name, fork.serviceId)}`,
        isDeleting: isLeaving(fork.status),
    }));
}
