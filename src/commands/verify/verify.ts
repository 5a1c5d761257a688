import { randomBytes } from "node:crypto";
import { definitions, type Project } from "../../provider/lifecycle";
import type { Differences } from "../doctor/contract";
import { failureOf } from "../drill/drillFork";
import { Ending, rejectedBy } from "../drill/ending";
import { DrillEnded } from "../drill/report";
import type { VerifiedStep, VerifyPlan, VerifyReport } from "./report";
import { Temporary } from "./temporary";

export const planOf = (regionCode: string, cidr: string): VerifyPlan => ({
    name: `verify-${randomBytes(8).toString("hex")}`,
    regionCode,
    cidr,
});

export interface VerifyContext {
    readonly project: Project;
    /** Ends the run, with a `DrillEnded` as its reason. What it has created is deleted all the same. */
    readonly signal: AbortSignal;
    readonly report: (text: string) => void;
    /** Milliseconds after which nothing more is changed. */
    readonly timeout: number;
    /** What notes the answers of the client. */
    readonly differences: Differences;
}

const small = { cpuMillis: 500, memoryGbs: 2 };
const larger = { cpuMillis: 1000, memoryGbs: 4 };

/**
 * Creates a VPC, a service in it and a read replica set, changes each in place by the code of the provider, and deletes all of it, whatever
 * happens. Changes nothing that it has not created.
 */
export async function verify({ name, regionCode, cidr }: VerifyPlan, context: VerifyContext): Promise<VerifyReport> {
    const { project, report, differences } = context;
    const ending = new Ending(project.clock, context.signal, context.timeout, "verification");
    const ended = rejectedBy(ending.signal);
    // Nobody may be waiting when it ends.
    ended.catch(() => undefined);
    const surroundings = { project, report, signal: ending.signal, ended };
    const vpc = new Temporary(surroundings, definitions.vpc, name);
    const service = new Temporary(surroundings, definitions.service, name);
    const set = new Temporary(surroundings, definitions.readReplicaSet, name);

    const steps: VerifiedStep[] = [];
    let left: readonly Error[] = [];
    const record = async (what: string, work: () => Promise<void>) => {
        report(`${what} ...`);
        const since = project.clock.now();
        const failure = await failureOf(work());
        const seconds = (project.clock.now() - since) / 1000;
        steps.push({ what, seconds, problem: failure?.message ?? null });
    };
    const step = (what: string, work: () => Promise<void>) => (ending.signal.aborted ? undefined : record(what, work));
    const change = (what: string, args: Readonly<Record<string, unknown>>, resource = service) =>
        resource.id === undefined ? undefined : step(what, () => resource.change(args));
    const remove = (what: string, resource: Temporary) =>
        record(`delete the ${what}`, async () => {
            const failures = await resource.delete();
            left = [...left, ...failures];
            if (failures[0] !== undefined) throw failures[0];
            resource.id = undefined;
        });

    await step("create a VPC", () => vpc.create({ regionCode, cidr }));
    await step("create a service", () => service.create({ regionCode, ...small, environment: "DEV" }));
    await change("resize", larger);
    await change("add an HA replica", { replicaCount: 1 });
    await change("switch the pooler on", { connectionPooler: true });
    await change("set the password", { password: randomBytes(18).toString("base64url") });
    await change("set the environment to PROD", { environment: "PROD" });
    await change("set the environment to DEV", { environment: "DEV" });
    if (vpc.id !== undefined) await change("attach the VPC", { vpcId: vpc.id });
    const { id: serviceId } = service;
    if (serviceId !== undefined)
        await step("create a read replica set", () => set.create({ serviceId, nodes: 1, ...small }));
    await change("resize the read replica set", larger, set);
    await change("switch its pooler on", { connectionPooler: true }, set);
    if (set.id !== undefined) await remove("read replica set", set);
    if (vpc.id !== undefined) await change("detach the VPC", { vpcId: null });
    await change("switch the pooler off", { connectionPooler: false });
    await change("remove the HA replica", { replicaCount: 0 });
    await change("pause", { paused: true });
    await change("start", { paused: false });
    ending.close();
    if (set.id !== undefined) await remove("read replica set", set);
    await remove("service", service);
    await remove("VPC", vpc);

    const reason: unknown = ending.signal.reason;
    return {
        name,
        steps,
        differences: differences.all(),
        ended: reason instanceof DrillEnded ? { exitCode: reason.exitCode, why: reason.message } : null,
        left: left.length === 0 ? null : left.map(({ message }) => message).join(" "),
    };
}
