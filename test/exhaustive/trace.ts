// A run in words, to find out what went wrong.
import type { RequestEntry } from "../../src/emulator";
import type { Run } from "./run";

const shown = ({ method, path, status, faults, at }: RequestEntry, from: number): string =>
    `${((at - from) / 1000).toFixed(1).padStart(7)} s  ${method} ${path.replace(/^\/projects\/[^/]+/, "")} -> ` +
    `${status ?? "no answer"}${faults.length === 0 ? "" : ` (${faults.join(", ")})`}`;

/** Without the time: what is repeated is the same. */
const same = (line: string) => line.replace(/^ *[\d.]+ s /, "");

/** Polls: what repeats the one or two lines before it is counted instead. */
function collapsed(lines: readonly string[]): string[] {
    const kept: string[] = [];
    let repeated = 0;
    const flush = (): void => {
        if (repeated > 0) kept.push(`             ... and ${repeated} of the same`);
        repeated = 0;
    };
    for (const [at, line] of lines.entries()) {
        const isRepeated = [1, 2].some(
            (back) =>
                at >= 2 * back && same(line) === same(lines[at - back]!) && same(line) === same(lines[at - 2 * back]!),
        );
        if (isRepeated) repeated++;
        else {
            flush();
            kept.push(line);
        }
    }
    flush();
    return kept;
}

export function traceOf({ played }: Run): string {
    const [first] = played;
    return played
        .flatMap(({ phase, done, events, before }) => {
            const steps = (done.outcome?.steps ?? [])
                .filter(({ op }) => op !== "same")
                .map(({ op, urn, oldId = "", outcome = "" }) => `${op} ${urn.split("::").at(-1)!} ${oldId} ${outcome}`);
            const from = first?.before.now ?? 0;
            return [
                `-- ${phase.name}: ${done.killed ? "KILLED" : done.ok ? "ok" : "FAILED"} at ${(before.now - from) / 1000} s`,
                ...collapsed(
                    events.map((event) =>
                        event.kind === "request"
                            ? shown(event.entry, from)
                            : `             *** ${event.what} ${event.ids.join(" ")}`,
                    ),
                ),
                ...steps.map((step) => `     ${step}`),
                ...collapsed(done.words.split("\n").filter((line) => line !== "")).map((line) => `     > ${line}`),
            ];
        })
        .join("\n");
}
