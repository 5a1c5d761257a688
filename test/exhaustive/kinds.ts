// Violations by kind, without what differs between runs.
import type { Violation } from "../histories/oracle/scene";
import type { Run } from "./run";
import { told } from "./suite";

export const kindOf = ({ rule, what }: Violation): string =>
    `rule ${rule}: ${what.split("\n")[0]!}`
        .replace(/urn:pulumi:\S*:(\w+)::[\w-]+/g, "$1")
        .replace(/"(bystander|renamed-in-the-console)"/g, "$1")
        .replace(/"[^"]*"/g, "NAME")
        .replace(/\b(?=[a-z]*\d)[a-z0-9]{10}\b/g, "ID")
        .replace(/\d+/g, "N");

export interface Kind {
    readonly kind: string;
    count: number;
    /** The first run that shows it. */
    readonly run: Run;
    readonly scenarios: Set<string>;
}

/** What has been found, the first run of each kind kept whole. */
export class Kinds {
    readonly found = new Map<string, Kind>();

    note(run: Run): void {
        for (const kind of new Set(run.violations.map(kindOf))) {
            const known = this.found.get(kind) ?? { kind, count: 0, run, scenarios: new Set<string>() };
            known.count++;
            known.scenarios.add(run.scenario.name);
            this.found.set(kind, known);
        }
    }

    /** One line for each kind, the most frequent first, with a run that shows it. */
    text(): string {
        return [...this.found.values()]
            .sort((one, other) => other.count - one.count)
            .map(({ kind, count, run, scenarios }) => {
                const where = [...scenarios].join(", ");
                return `${String(count).padStart(5)}  ${kind}\n       in: ${where}\n       run: ${told(run, run.placed)}`;
            })
            .join("\n");
    }
}
