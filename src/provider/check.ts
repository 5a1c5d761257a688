import type { CommonArgs, ResourceDefinition, Problem } from "../lifecycle";
import { givenIn, hiddenKey, nameInUrn, parseInputs, type PropertyMap, type HiddenInputs, type Inputs } from "./inputs";
import { problemsOf } from "../config/problems";
import { timeoutProblems } from "./timeouts";
import { pathText, withoutAbsent, type Path } from "../config/propertyValues";

export interface Checked {
    readonly inputs: { [key: string]: unknown };
    readonly failures: Problem[];
    readonly preview: boolean;
    /** What a changed argument does not do. */
    readonly notice: string | undefined;
}

/** Validates the arguments, all at once, without a network call; notes which ones the last deployment had and this one has not. */
export function check<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    olds: PropertyMap,
    news: PropertyMap,
): Checked {
    const before = parseInputs<Args>(olds);
    const inputs = parseInputs<Args>(news);
    const fallback = nameInUrn(inputs.hidden.urn);
    const problems = fieldProblems(definition, inputs, fallback);
    // What is wrong by itself says as little about what it should go with as what is not known.
    const undecided = [...inputs.unknown.map(pathText), ...problems.map(({ property }) => property)];
    const failures = [
        ...problems,
        ...definition.constraints({
            args: inputs.args,
            previous: before.args,
            unknown: (path) => undecided.some((one) => covers(one, path) || covers(path, one)),
        }),
        ...timeoutProblems(timeoutsIn(news)),
    ];
    const given = givenIn(inputs);
    const removed = givenIn(before).filter((key) => !given.includes(key));
    const { preview, ...kept } = inputs.hidden;
    const hidden: HiddenInputs = { ...kept, ...(removed.length > 0 ? { removed } : {}) };
    const unknown = inputs.unknown.map(([first]) => String(first));
    return {
        inputs: withoutAbsent({ ...news, [hiddenKey]: hidden }) as { [key: string]: unknown },
        failures,
        preview: preview === true,
        notice: Object.keys(olds).length > 0 ? definition.notice?.(inputs.args, before.args, unknown) : undefined,
    };
}

const nameMissing =
    "is required, for the resource's own name has not come through: a transform has dropped `__clouddb`";

/** As the class has passed them on, whatever they are. */
const timeoutsIn = (bag: PropertyMap): unknown => {
    const hidden = bag[hiddenKey];
    return typeof hidden === "object" && hidden !== null && "timeouts" in hidden ? hidden.timeouts : undefined;
};

/** Whether one path is the other, or something inside it. */
const covers = (outer: string, inner: string) =>
    inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);

function fieldProblems<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    { args, unknown }: Inputs<Args>,
    fallback: string | undefined,
): Problem[] {
    // A thing that is given no name gets the resource's, which then has to be a good one as well.
    const needsName = "name" in definition.schema.shape && args.adopt === undefined;
    const result = definition.schema.safeParse(needsName ? { name: fallback, ...args } : args, { reportInput: true });
    const isUnknown = (path: Path) => unknown.some((one) => pathText(one) === pathText(path));
    const problems = (result.error?.issues ?? [])
        .filter((issue) => !isUnknown(issue.path as Path))
        .flatMap((issue) => problemsOf(issue, definition.schema, "resource"));
    return needsName && fallback === undefined && !("name" in args) && !isUnknown(["name"])
        ? [...problems, { property: "name", reason: nameMissing }]
        : problems;
}
