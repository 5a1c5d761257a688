import { nameOf, typeOf, type Urn } from "../model/urn";
import type { Diagnostic } from "../run/events";
import type { Colour, Style } from "./style";

const colourOf: Record<Diagnostic["severity"], Colour> = {
    error: "red",
    warning: "yellow",
    info: "dim",
    "info#err": "dim",
};

const linesOf = (message: string): string[] => message.trimEnd().split("\n");

/** A line of a message without list bullets and the trailing colon that the SDK's host adds. */
const bare = (line: string): string => line.trim().replace(/^\* /, "").replace(/:$/, "");

/**
 * Removes duplicates of errors: the SDK's host also writes the errors that it returns to its standard error, followed
 * by an empty stack.
 */
function withoutEchoes(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const told = new Set(errors.flatMap(({ message }) => linesOf(message).map(bare)));
    return diagnostics.filter(({ severity, message }) => severity !== "info#err" || !told.has(bare(message)));
}

function oneDiagnostic({ severity, message }: Diagnostic, indent: string, style: Style): string[] {
    const word = severity === "info#err" ? "" : `${style(colourOf[severity], `${severity}:`)} `;
    return linesOf(word + message).map((line) => indent + line);
}

/** Grouped by resource; those without a resource come last. */
export function diagnosticLines(diagnostics: readonly Diagnostic[], style: Style): string[] {
    const ofResources = new Map<Urn, Diagnostic[]>();
    const general: Diagnostic[] = [];
    for (const each of withoutEchoes(diagnostics)) {
        if (each.urn === undefined) general.push(each);
        else ofResources.set(each.urn, [...(ofResources.get(each.urn) ?? []), each]);
    }
    const groups = [...ofResources].flatMap(([urn, own]) => [
        `  ${typeOf(urn).split(":").at(-1) ?? ""} ${nameOf(urn)}:`,
        ...own.flatMap((each) => oneDiagnostic(each, "    ", style)),
    ]);
    return [...groups, ...general.flatMap((each) => oneDiagnostic(each, "  ", style))];
}
