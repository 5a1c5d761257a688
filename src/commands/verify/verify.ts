import { randomBytes } from "node:crypto";
import { definitions, type Project } from "../../provider/lifecycle";
import { reasonOf } from "../../provider/config/problems";
import type { Differences } from "../doctor/contract";
import { temporaryName } from "../doctor/words";
import { Ending } from "../drill/ending";
import { DrillEnded } from "../drill/report";
import type { VerifyPlan, VerifyReport } from "./report";
import { Steps } from "./steps";
import { Temporary } from "./temporary";

/** Why a VPC cannot be created so. */
export const invalidPlan = ({ name, regionCode, cidr }: VerifyPlan): string | undefined => {
    const [issue] =
        definitions.vpc.schema.safeParse({ name, regionCode, cidr }, { reportInput: true }).error?.issues ?? [];
    return issue && `${issue.path[0] === "cidr" ? "--cidr" : "--region"} ${reasonOf(issue)}.`;
};

export const planOf = (regionCode: string, cidr: string): VerifyPlan => ({
    name: temporaryName(randomBytes(8).toString("hex")),
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
    const surroundings = { project, report, signal: ending.signal };
    const vpc = new Temporary(surroundings, definitions.vpc, name);
    const service = new Temporary(surroundings, definitions.service, name);
    const set = new Temporary(surroundings, definitions.readReplicaSet, name);

    const steps = new Steps(surroundings);
    await steps.create("create a VPC", () => vpc.create({ regionCode, cidr }));
    await steps.create("create a service", () => service.create({ regionCode, ...small, environment: "DEV" }));
    await steps.change("resize", service, larger);
    await steps.change("add an HA replica", service, { replicaCount: 1 });
    await steps.change("switch the pooler on", service, { connectionPooler: true });
    await steps.change("set the password", service, { password: randomBytes(18).toString("base64url") });
    await steps.change("set the environment to PROD", service, { environment: "PROD" });
    await steps.change("set the environment to DEV", service, { environment: "DEV" });
    await steps.change("attach the VPC", service, { vpcId: vpc.id }, vpc);
    const serviceId = service.id ?? "";
    const createSet = () => set.create({ serviceId, nodes: 1, ...small }, { id: serviceId });
    await steps.create("create a read replica set", createSet, service);
    await steps.change("resize the read replica set", set, larger);
    await steps.change("switch its pooler on", set, { connectionPooler: true });
    if (!ending.signal.aborted && set.id !== undefined) await steps.delete(set);
    // With everything on: an API may not show it while the service is paused.
    await steps.change("pause", service, { paused: true });
    await steps.change("start", service, { paused: false });
    await steps.change("detach the VPC", service, { vpcId: null }, vpc);
    await steps.change("switch the pooler off", service, { connectionPooler: false });
    await steps.change("remove the HA replica", service, { replicaCount: 0 });
    ending.close();
    if (!steps.isDeleted(set)) await steps.delete(set);
    await steps.delete(service);
    await steps.delete(vpc);

    // What a service contains is gone with it.
    const failures = steps.failuresOf(...(steps.isDeleted(service) ? [service, vpc] : [set, service, vpc]));
    const reason: unknown = ending.signal.reason;
    return {
        name,
        steps: steps.done,
        differences: differences.all(),
        ended: reason instanceof DrillEnded ? { exitCode: reason.exitCode, why: reason.message } : null,
        left: failures.length === 0 ? null : failures.map(({ message }) => message).join(" "),
    };
}
