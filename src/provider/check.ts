import type { AnyDefinition, Problem } from "../lifecycle";
import { problemsOf } from "../config/problems";
import { pathText, withoutAbsent, type Path } from "../config/propertyValues";
import {
    givenIn,
    hiddenKey,
    nameInUrn,
    parseInputs,
    unknownIn,
    type HiddenInputs,
    type Inputs,
    type PropertyMap,
} from "./inputs";
import { timeoutProblems } from "./timeouts";

export interface Checked {
    readonly inputs: { [key: string]: unknown };
    readonly failures: Problem[];
    readonly preview: boolean;
    /** What a changed argument does not do, though a user may expect it. */
    readonly notice: string | undefined;
}

/** Validates all arguments without a request, and notes which arguments of the last deployment are gone. */
export function check(definition: AnyDefinition, olds: PropertyMap, news: PropertyMap): Checked {
    const before = parseInputs(olds);
    const inputs = parseInputs(news);
    const fallbackName = nameInUrn(inputs.hidden.urn);
    const problems = fieldProblems(definition, inputs, fallbackName);
    // An argument that is invalid by itself counts as unknown for the constraints: one mistake is reported once.
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
    const isUpdate = Object.keys(olds).length > 0;
    return {
        inputs: withoutAbsent({ ...news, [hiddenKey]: hidden }) as { [key: string]: unknown },
        failures,
        preview: preview === true,
        notice: isUpdate ? definition.notice?.(inputs.args, before.args, unknownIn(inputs)) : undefined,
    };
}

const nameMissing = "is required: the resource's own name is not known, because a transform has removed `__clouddb`";

/** The raw value, of any type: `parseInputs` drops one of the wrong type, which is to be reported here. */
const timeoutsIn = (properties: PropertyMap): unknown => {
    const hidden = properties[hiddenKey];
    return typeof hidden === "object" && hidden !== null && "timeouts" in hidden ? hidden.timeouts : undefined;
};

/** Whether `inner` is the same path as `outer`, or a path inside it. */
const covers = (outer: string, inner: string) =>
    inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);

function fieldProblems(
    definition: AnyDefinition,
    { args, unknown }: Inputs,
    fallbackName: string | undefined,
): Problem[] {
    // The resource's own name is the default of `name`, so it has to satisfy the schema as well.
    const needsName = "name" in definition.schema.shape && args.adopt === undefined;
    const candidate = needsName ? { name: fallbackName, ...args } : args;
    const result = definition.schema.safeParse(candidate, { reportInput: true });
    const isUnknown = (path: Path) => unknown.some((one) => pathText(one) === pathText(path));
    const problems = (result.error?.issues ?? [])
        .filter((issue) => !isUnknown(issue.path as Path))
        .flatMap((issue) => problemsOf(issue, definition.schema, "resource"));
    return needsName && fallbackName === undefined && !("name" in args) && !isUnknown(["name"])
        ? [...problems, { property: "name", reason: nameMissing }]
        : problems;
}
