import type { Changes, Operation } from "../run/events";
import { diagnosticLines } from "./diagnostics";
import type { View } from "./rows";
import { showDuration } from "./rowText";
import { showValue } from "./showValue";
import type { Style } from "./style";
import { type Finding, found, words } from "./words";

const counted = ["create", "update", "replace", "delete", "read", "discard"] as const;

function changeLines(changes: Changes, operation: Operation, style: Style): string[] {
    const lines = counted.flatMap((op) => {
        const count = changes[op];
        const { symbol, colour, planned, done } =
            operation === "refresh" && op in found ? found[op as Finding] : words[op];
        const what = operation === "preview" ? `to ${planned}` : done;
        return count ? [`    ${style(colour, `${symbol} ${count} ${what}`)}`] : [];
    });
    return changes.same ? [...lines, `      ${changes.same} unchanged`] : lines;
}

const section = (title: string, lines: string[], style: Style): string[] =>
    lines.length === 0 ? [] : ["", style("bold", `${title}:`), ...lines];

export function summary(view: View, style: Style): string[] {
    const { end, operation, diagnostics, outputs } = view;
    const outputLines = Object.entries(outputs).map(([name, value]) => `    ${name}: ${showValue(value)}`);
    const duration = end
        ? ["", style("dim", `${operation} ${end.ok ? "done" : "failed"} in ${showDuration(end.duration)}`)]
        : [];
    return [
        ...section("Diagnostics", diagnosticLines(diagnostics, style), style),
        ...section("Outputs", outputLines, style),
        ...section("Resources", changeLines(end?.changes ?? {}, operation, style), style),
        ...duration,
    ];
}
