// Prints a comment in Markdown from the output of `pulumi preview --json` on standard input. What loses data comes first.
// Usage: node preview-comment.mjs STACK [COMMIT] < preview.json
// It prints names, types and messages, but no value of the state, so it prints no secret of the state.
import { text } from "node:stream/consumers";

/** The operations of a preview, in the order of the comment. */
const groups = [
    { title: "Delete", noun: "deletion", operations: ["delete"] },
    { title: "Replace", noun: "replacement", operations: ["replace", "create-replacement", "delete-replaced"] },
    { title: "Update", noun: "update", operations: ["update"] },
    { title: "Create", noun: "creation", operations: ["create"] },
    { title: "Import", noun: "import", operations: ["import"] },
];

/** GitHub refuses a comment of more than 65536 characters. */
const longestComment = 60_000;
/** What an error prints after that is in the log of the job. */
const longestMessage = 1_000;

function comment(preview) {
    const { steps = [], diagnostics = [] } = preview;
    const changes = groups.map(({ title, noun, operations }) => {
        const urns = steps.filter(({ op }) => operations.includes(op)).map(({ urn }) => urn);
        return { title, noun, urns: [...new Set(urns)].filter((urn) => !partsOf(urn).type.startsWith("pulumi:")) };
    });
    const changed = new Set(changes.flatMap(({ urns }) => urns));
    const isKept = (urn) => steps.some((step) => step.urn === urn && step.oldState?.retainOnDelete === true);
    const of = (severity) => diagnostics.filter((one) => one.severity === severity);
    const messagesOf = (urn) => [...of("warning"), ...of("info")].filter((one) => one.urn === urn);
    // Resources with a warning come first.
    const rank = (urn) => (of("warning").some((one) => one.urn === urn) ? 0 : 1);
    const [deletions, replacements, ...rest] = changes.map(({ title, urns }) =>
        section(
            title,
            urns
                .toSorted((one, other) => rank(one) - rank(other))
                .flatMap((urn) => [
                    `- ${resource(urn)}${title !== "Delete" ? "" : isKept(urn) ? ", which `retainOnDelete` keeps" : isService(urn) ? ", **with its data**" : ""}`,
                    ...messagesOf(urn).map(
                        (one) => `  - ${one.severity === "warning" ? "**warning** " : ""}${sentence(one)}`,
                    ),
                ]),
        ),
    );
    const errors = of("error");
    const counts = changes.flatMap(({ noun, urns: { length } }) =>
        length === 0 ? [] : [`${length} ${noun}${length === 1 ? "" : "s"}`],
    );
    return [
        ...(errors.length === 0 ? [] : ["**The preview failed**, so this may not be all. See the log of the job.", ""]),
        counts.length > 0 ? `${counts.join(", ")}.` : errors.length === 0 ? "No changes." : "No change is known.",
        ...deletions,
        ...replacements,
        ...section("Errors", errors.map(ofAny)),
        ...rest.flat(),
        ...section(
            "Warnings",
            of("warning")
                .filter(({ urn }) => !changed.has(urn))
                .map(ofAny),
        ),
    ];
}

/** The pipeline finds its own comment by the first line. */
const headOf = (stack, commit) => [
    `<!-- preview of ${stack.replace(/[^\w./-]/g, "_")} -->`,
    "",
    `### Preview of ${code(stack)}${commit ? ` at ${code(commit.slice(0, 7))}` : ""}`,
    "",
];

const section = (title, lines) => (lines.length === 0 ? [] : ["", `**${title}**`, "", ...lines]);

const resource = (urn) => `${code(partsOf(urn).type.split(":").at(-1))} ${code(partsOf(urn).name)}`;

/** Of this package. */
const isService = (urn) => /\bclouddb:(index:)?Service$/.test(partsOf(urn).type);

/** A message without the severity and the name that it begins with. */
function sentence({ message, urn }) {
    const text = message.replace(/^(warning|error): /, "");
    const name = urn === undefined ? "" : `${partsOf(urn).name}: `;
    return code(text.startsWith(name) ? text.slice(name.length) : text);
}

const ofAny = (one) => `- ${one.urn === undefined ? "" : `${resource(one.urn)}: `}${sentence(one)}`;

/** `urn:pulumi:STACK::PROJECT::PARENT$TYPE::NAME` */
function partsOf(urn) {
    const [, , types = "", ...name] = urn.split("::");
    return { type: types.split("$").at(-1), name: name.join("::") };
}

/** A code span, with more backticks around it than inside: nothing in it is markup, a link, or notifies anybody. */
function code(value) {
    const line = value.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
    const shown = line.length > longestMessage ? `${line.slice(0, longestMessage)} …` : line;
    const longestRun = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
    const ticks = "`".repeat(longestRun + 1);
    const space = longestRun > 0 ? " " : "";
    return shown === "" ? "(empty)" : ticks + space + shown + space + ticks;
}

/** Leaves out whole lines at the end. */
function withinLimit(lines) {
    let length = 0;
    const kept = lines.filter((line) => (length += line.length + 1) <= longestComment);
    return kept.length === lines.length ? lines : [...kept, "", `${lines.length - kept.length} lines are left out.`];
}

/** The preview, or undefined if Pulumi ended before it printed one. */
function parsed(json) {
    try {
        return JSON.parse(json) ?? undefined;
    } catch {
        return undefined;
    }
}

const [stack = "the stack", commit] = process.argv.slice(2);
const preview = parsed(await text(process.stdin));
const lines = [
    ...headOf(stack, commit),
    ...(preview === undefined ? ["The preview did not begin. See the log of the job."] : comment(preview)),
];
process.stdout.write(`${withinLimit(lines).join("\n")}\n`);
