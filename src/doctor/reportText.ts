import type { Report } from "./check";
import { visible } from "./visible";

/** Of each finding one line that says what it is, and one that repairs it. */
export function reportText({ projects, resources, findings, notChecked }: Report): string {
    const lines = [
        ...findings.flatMap(({ kind, what, repair }) => [`${kind}: ${what}`, `    repair: ${repair}`]),
        ...notChecked.map(({ what }) => `not checked: ${what}`),
        summary(projects, resources, findings.length, notChecked.length),
    ];
    return lines.map((line) => `${visible(line)}\n`).join("");
}

function summary(projects: readonly string[], resources: number, findings: number, notChecked: number): string {
    const compared = `${count(resources, "resource")} compared with ${count(projects.length, "project")}`;
    const result = findings === 0 && notChecked === 0 ? "nothing found" : count(findings, "finding");
    return `${compared}: ${result}${notChecked === 0 ? "" : `, ${notChecked} not checked`}`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
