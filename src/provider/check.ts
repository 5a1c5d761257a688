import type { CommonArgs, Kind, Problem } from "../lifecycle";
import { givenIn, hiddenKey, nameInUrn, parseInputs, type Bag, type HiddenInputs, type Inputs } from "./inputs";
import { problemsOf } from "./problems";
import { badTimeouts } from "./timeouts";
import { pathText, stripped, type Path } from "./unknown";

export interface Checked {
    readonly inputs: { [key: string]: unknown };
    readonly failures: Problem[];
    readonly preview: boolean;
    /** What a changed argument does not do. */
    readonly notice: string | undefined;
}

/** Validates the arguments, all at once, without a network call; notes which ones the last deployment had and this one has not. */
export function check<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    olds: Bag,
    news: Bag,
): Checked {
    const before = parseInputs<Args>(olds);
    const inputs = parseInputs<Args>(news);
    const fallback = nameInUrn(inputs.hidden.urn);
    const problems = fieldProblems(kind, inputs, fallback);
    // What is wrong by itself says as little about what it should go with as what is not known.
    const undecided = [...inputs.unknown.map(pathText), ...problems.map(({ property }) => property)];
    const failures = [
        ...problems,
        ...kind.constraints({
            args: inputs.args,
            before: before.args,
            unknown: (path) => undecided.some((one) => covers(one, path) || covers(path, one)),
        }),
        ...badTimeouts(inputs.hidden.timeouts).map((operation) => ({
            property: `customTimeouts.${operation}`,
            reason: 'must be a duration such as "90s", "45m" or "1h30m"',
        })),
    ];
    const given = givenIn(inputs);
    const removed = givenIn(before).filter((key) => !given.includes(key));
    const { preview, ...kept } = inputs.hidden;
    const hidden: HiddenInputs = { ...kept, ...(removed.length > 0 ? { removed } : {}) };
    const unknown = inputs.unknown.map(([first]) => String(first));
    return {
        inputs: stripped({ ...news, [hiddenKey]: hidden }) as { [key: string]: unknown },
        failures,
        preview: preview === true,
        notice: Object.keys(olds).length > 0 ? kind.notice?.(inputs.args, before.args, unknown) : undefined,
    };
}

/** Whether one path is the other, or something inside it. */
const covers = (outer: string, inner: string) =>
    inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);

function fieldProblems<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    { args, unknown }: Inputs<Args>,
    fallback: string | undefined,
): Problem[] {
    // A thing that is given no name gets the resource's, which then has to be a good one as well.
    const named = "name" in kind.schema.shape && args.adopt === undefined ? { name: fallback, ...args } : args;
    const result = kind.schema.safeParse(named, { reportInput: true });
    if (result.success) return [];
    const isUnknown = (path: Path) => unknown.some((one) => pathText(one) === pathText(path));
    return result.error.issues
        .filter((issue) => !isUnknown(issue.path as Path))
        .flatMap((issue) => problemsOf(issue, Object.keys(kind.schema.shape), "resource"));
}
