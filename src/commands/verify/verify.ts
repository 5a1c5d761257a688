import { randomBytes } from "node:crypto";
import { asError, definitions, type Project } from "../../provider/lifecycle";
import { reasonOf } from "../../provider/config/problems";
import type { Differences } from "../doctor/contract";
import { temporaryName } from "../doctor/words";
import { Ending } from "../drill/ending";
import { DrillEnded } from "../drill/report";
import { stepText, type VerifiedStep, type VerifyPlan, type VerifyReport } from "./report";
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

    const steps: VerifiedStep[] = [];
    const skip = (what: string, why: string) => void steps.push({ what, outcome: "skipped", seconds: 0, why });
    /** @param work - false: there was nothing to do. */
    const record = async (what: string, work: () => Promise<boolean>, nothing = "it is so already") => {
        report(`${what} ...`);
        const since = project.clock.now();
        let [outcome, why]: [VerifiedStep["outcome"], string | null] = ["passed", null];
        try {
            if (!(await work())) [outcome, why] = ["skipped", nothing];
        } catch (error) {
            [outcome, why] = ["failed", asError(error).message];
        }
        const step = { what, outcome, seconds: (project.clock.now() - since) / 1000, why };
        steps.push(step);
        report(stepText(step));
    };
    /** A step that is done only if these exist. */
    const step = async (what: string, needs: readonly Temporary[], work: () => Promise<boolean>) => {
        if (ending.signal.aborted) return;
        const missing = needs.find(({ id }) => id === undefined);
        if (missing === undefined) await record(what, work);
        else skip(what, `there is no ${missing.definition.noun}`);
    };
    const createOne = (what: string, work: () => Promise<void>, ...needs: Temporary[]) =>
        step(what, needs, () => work().then(() => true));
    const change = (
        what: string,
        args: Readonly<Record<string, unknown>>,
        resource = service,
        needs: readonly Temporary[] = [],
    ) => step(what, [...needs, resource], () => resource.change(args));
    const left = new Map<Temporary, readonly Error[]>();
    const remove = (resource: Temporary) =>
        record(
            `delete the ${resource.definition.noun}`,
            async () => {
                const { ids, failures } = await resource.delete();
                left.set(resource, failures);
                if (failures[0] !== undefined) throw failures[0];
                return ids.length > 0;
            },
            "there is none",
        );

    await createOne("create a VPC", () => vpc.create({ regionCode, cidr }));
    await createOne("create a service", () => service.create({ regionCode, ...small, environment: "DEV" }));
    await change("resize", larger);
    await change("add an HA replica", { replicaCount: 1 });
    await change("switch the pooler on", { connectionPooler: true });
    await change("set the password", { password: randomBytes(18).toString("base64url") });
    await change("set the environment to PROD", { environment: "PROD" });
    await change("set the environment to DEV", { environment: "DEV" });
    await change("attach the VPC", { vpcId: vpc.id }, service, [vpc]);
    const serviceId = service.id ?? "";
    const createSet = () => set.create({ serviceId, nodes: 1, ...small }, { id: serviceId });
    await createOne("create a read replica set", createSet, service);
    await change("resize the read replica set", larger, set);
    await change("switch its pooler on", { connectionPooler: true }, set);
    if (!ending.signal.aborted && set.id !== undefined) await remove(set);
    await change("detach the VPC", { vpcId: null }, service, [vpc]);
    await change("switch the pooler off", { connectionPooler: false });
    await change("remove the HA replica", { replicaCount: 0 });
    await change("pause", { paused: true });
    await change("start", { paused: false });
    ending.close();
    if (left.get(set)?.length !== 0) await remove(set);
    await remove(service);
    // What it contains is gone with it.
    if (left.get(service)?.length === 0) left.delete(set);
    await remove(vpc);

    const failures = [...left.values()].flat();
    const reason: unknown = ending.signal.reason;
    return {
        name,
        steps,
        differences: differences.all(),
        ended: reason instanceof DrillEnded ? { exitCode: reason.exitCode, why: reason.message } : null,
        left: failures.length === 0 ? null : failures.map(({ message }) => message).join(" "),
    };
}
