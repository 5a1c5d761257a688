import type { Row, View } from "./rows";
import type { Style } from "./style";

/** Shorter durations, in milliseconds, are not shown. */
const worthTelling = 100;

/** Formats milliseconds as `0.4 s`, `35 s` or `12 m 5 s`. */
export function showDuration(ms: number): string {
    if (ms < 10_000) return `${(Math.round(ms / 100) / 10).toString()} s`;
    const seconds = Math.round(ms / 1000);
    const minutes = Math.floor(seconds / 60);
    return minutes === 0 ? `${seconds} s` : `${minutes} m ${seconds % 60} s`;
}

function state({ words, phase }: Row, operation: View["operation"]): string {
    if (phase === "failed") return `${words.doing} failed`;
    if (operation === "preview") return words.planned;
    return phase === "done" ? words.done : words.doing;
}

/**
 * The latest status of a row, without repeating the verb: `creating` and `creating: QUEUED` give `creating: QUEUED`.
 */
function progress({ words, status }: Row): string {
    if (!status) return "";
    const [verb = ""] = words.doing.split(" ");
    return status.startsWith(`${verb}:`) ? status.slice(verb.length) : ` ${status}`;
}

/** One row: resource, status, duration. @param now milliseconds since the epoch */
export function rowText(row: Row, { operation }: View, style: Style, now: number): string {
    const colour = row.phase === "failed" ? "red" : row.words.colour;
    const symbol = row.phase === "failed" ? "!" : row.words.symbol;
    const head = ` ${style(colour, symbol)} ${row.type} ${style("bold", row.name)} ${style(colour, state(row, operation))}`;
    // As the CLI: the names of what changes, each with a sign.
    const names = row.diff.map((change) => change.split(":")[0]).join(",");
    const diff = names === "" ? "" : ` ${style("dim", `[diff: ${names}]`)}`;
    const duration = (row.until ?? now) - row.since;
    const took =
        operation === "preview" || duration < worthTelling ? "" : ` ${style("dim", `(${showDuration(duration)})`)}`;
    return head + progress(row) + diff + took;
}
