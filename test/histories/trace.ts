import type { RequestEntry } from "../../src/emulator";
import type { Outcome } from "./engine/operate";
import type { Step } from "./model/history";

const shown = (entry: RequestEntry) =>
    `${entry.method} ${entry.path.replace(/^\/projects\/[^/]+/, "")} -> ${entry.status ?? "no answer"}` +
    (entry.faults.length === 0 ? "" : ` (${entry.faults.join(", ")})`);

/** A log of the history, to debug a violated rule. */
export class Trace {
    private readonly lines: string[] = [];

    note(text: string): void {
        this.lines.push(`-- ${text}`);
    }

    step({ edits, faults = [], then, ...around }: Step): void {
        const parts = [...edits, ...faults, around].map((part) => JSON.stringify(part)).filter((part) => part !== "{}");
        this.lines.push(`-- ${[...parts, JSON.stringify(then)].join("\n   ")}`);
    }

    outcome(what: string, outcome: Outcome, requests: readonly RequestEntry[]): void {
        const { ok, killed, steps, diagnostics, rows } = outcome;
        this.lines.push(`   ${what}: ${killed ? "KILLED" : ok ? "ok" : "FAILED"}`);
        const told = [
            ...steps
                .filter(({ op }) => op !== "same")
                .map(
                    ({ op, urn, oldId = "", outcome: how = "" }) =>
                        `${op} ${urn.split("::").slice(2).join(" ")} ${oldId} ${how}`,
                ),
            ...diagnostics.map(({ severity, message }) => `${severity}: ${message}`),
            ...(what.startsWith("preview") ? rows.map(({ message }) => `row: ${message}`) : []),
            ...requests.filter(({ method, faults }) => method !== "GET" || faults.length > 0).map(shown),
        ];
        this.lines.push(...told.map((line) => `       ${line}`));
    }

    text(): string {
        return this.lines.join("\n");
    }
}
