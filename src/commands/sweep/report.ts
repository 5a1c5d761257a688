import { visible } from "../../shared/visible";
import { duration } from "../../shared/duration";
import type { SweepReport, SweptFork } from "./sweep";

/** 1: a fork whose time is over may still exist, though `--yes` was to delete it, or something could not be checked. */
export const sweepExitCode = ({ forks, notChecked }: SweepReport): 0 | 1 =>
    notChecked.length > 0 || forks.some(({ outcome }) => outcome === "failed") ? 1 : 0;

/** A line for each fork, and what comes next. */
export function sweepText({ projectId, forks, notChecked }: SweepReport): string {
    const counts = (["expired", "deleted", "kept", "skipped", "failed"] as const)
        .map((outcome) => [forks.filter((fork) => fork.outcome === outcome).length, outcome] as const)
        .filter(([count]) => count > 0)
        .map(([count, outcome]) => `${count} ${outcome}`);
    const lines = [
        ...forks.map(lineOf),
        ...notChecked.map(
            ({ id, detail }) =>
                `not checked: a service (${id ?? "without an id"}): its record cannot be read: ${detail}`,
        ),
        `project ${projectId}: ${counts.length === 0 ? "no fork is over its time" : counts.join(", ")}`,
        ...(forks.some(({ outcome }) => outcome === "expired")
            ? ["Nothing was deleted: `clouddb sweep --yes` deletes them."]
            : []),
    ];
    return lines.map((line) => `${visible(line)}\n`).join("");
}

const lineOf = ({ outcome, kind, name, id, subject, parent, ageSeconds, expiredAt, size, why }: SweptFork): string => {
    const facts = [
        `${kind === "drill" ? "restore drill" : "preview fork"} ${subject}`,
        parent === null ? "" : `of service ${parent}`,
        ageSeconds === null ? "" : `${duration(ageSeconds * 1000)} old`,
        `expired at ${expiredAt}`,
        size ?? "",
    ].filter((fact) => fact !== "");
    return `${outcome}: ${name} (${id}): ${facts.join(", ")}${why === null ? "" : `: ${why}`}`;
};
