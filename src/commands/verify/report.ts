import { duration } from "../../shared/duration";
import { visible } from "../../shared/visible";
import { differenceText, type Difference } from "../doctor/contract";
import { count } from "../doctor/words";
import { exitCodes } from "../drill/report";

/** What a run is to create. */
export interface VerifyPlan {
    /** Of each resource. */
    readonly name: string;
    readonly regionCode: string;
    readonly cidr: string;
}

export interface VerifiedStep {
    readonly what: string;
    /** `passed`: the API did what the provider expects. `skipped`: nothing was asked of it. */
    readonly outcome: "passed" | "failed" | "skipped";
    readonly seconds: number;
    /** Why it is not `passed`. */
    readonly why: string | null;
}

export interface VerifyReport {
    /** Of everything that was created. */
    readonly name: string;
    readonly steps: readonly VerifiedStep[];
    /** Where answers differ from the contract. */
    readonly differences: readonly Difference[];
    /** Why the run ended before its last step; `null` if it did not. */
    readonly ended: { readonly exitCode: number; readonly why: string } | null;
    /** Why something may still exist. */
    readonly left: string | null;
}

/** What a run will do, before it does anything. */
export const planText = (
    projectId: string,
    { name, regionCode, cidr }: VerifyPlan,
): string => `In project ${projectId}, this creates
  VPC ${name}, ${cidr} in ${regionCode}
  service ${name}: 0.5 CPU / 2 GB, later 1 CPU / 4 GB and an HA replica
  read replica set ${name}: one node of at most 1 CPU / 4 GB
changes each of them in place, and deletes all of it, also after a failure or
^C. Nothing else is changed. Your API may need half an hour or more. Your vendor
bills the service, its replicas and the read replica set for that time.
`;

export function stepText({ what, outcome, seconds, why }: VerifiedStep): string {
    const label = (outcome === "failed" ? "FAILED" : outcome).padEnd(8);
    return why === null ? `${label}${what} (${duration(seconds * 1000)})` : `${label}${what}: ${why}`;
}

export const verifyExitCode = ({ steps, differences, ended, left }: VerifyReport): number => {
    if (left !== null) return exitCodes.left;
    if (ended !== null) return ended.exitCode;
    return steps.some(({ outcome }) => outcome !== "passed") || differences.length > 0 ? 1 : 0;
};

/** For people. Only problems may contain a name or an id. */
export function verifyText({ name, steps, differences, ended, left }: VerifyReport): string {
    const number = (wanted: VerifiedStep["outcome"]) => steps.filter(({ outcome }) => outcome === wanted).length;
    const lines = [
        ...steps.map(stepText),
        ...differences.map(differenceText),
        ...(ended === null ? [] : [ended.why]),
        left === null ? "nothing is left of what was created" : `something named ${name} may be left: ${left}`,
        `${count(steps.length, "step")}: ${number("failed")} failed, ${number("skipped")} skipped, ${count(differences.length, "difference")} from the contract`,
    ];
    return lines.map((line) => `${visible(line)}\n`).join("");
}
