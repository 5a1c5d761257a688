import { meantHint, problemsOf } from "../config/problems";
import type { AnyDefinition, AutoName, Problem, Timeouts } from "../lifecycle";
import { parseDuration } from "../../shared/duration";
import { isObject } from "../../shared/objects";
import { pathText, type PropertyPath } from "../../shared/propertyPath";
import { defaultName, fits } from "./autoName";
import { givenIn, isEmpty, timeoutsIn, unknownValue, withArgument, type HiddenInputs, type Inputs } from "./inputs";

const maxDuration = 365 * 24 * 3_600_000;

/** A timeout of `customTimeouts` in milliseconds. Undefined if it is invalid or zero. */
function timeoutFrom(given: unknown): number | undefined {
    const parsed = typeof given === "string" ? parseDuration(given) : undefined;
    return parsed === undefined || parsed === 0 ? undefined : Math.min(parsed, maxDuration);
}

/** The timeout of an operation in milliseconds: the resource's `customTimeouts`, or the default of its type. */
export const timeoutOf = (operation: keyof Timeouts, custom: HiddenInputs["timeouts"], defaults: Timeouts): number =>
    timeoutFrom(custom?.[operation]) ?? defaults[operation];

const operations: readonly string[] = ["create", "update", "delete"] satisfies (keyof Timeouts)[];

/** Validates `customTimeouts`. Pulumi also accepts a timeout for `read`, which is not used here. */
function timeoutProblems(custom: unknown): Problem[] {
    if (custom === undefined || custom === null) return [];
    if (!isObject(custom)) return [{ property: "customTimeouts", reason: "must be an object" }];
    return Object.entries(custom).flatMap(([key, given]): Problem[] => {
        const property = pathText(["customTimeouts", key]);
        if (key === "read" || given === undefined || given === null || given === unknownValue) return [];
        if (!operations.includes(key))
            return [{ property, reason: `is not an operation with a timeout${meantHint(key, operations)}` }];
        if (timeoutFrom(given) !== undefined) return [];
        return [{ property, reason: 'must be a duration such as "90s", "45m" or "1h30m"' }];
    });
}

/**
 * Validates all arguments without a request, adds the default `name`, and notes which arguments of the last deployment are gone. Its
 * inputs, `before`, are empty where the resource is created, also as the successor in a replacement. `scope`: what tells the stack from others with the same names.
 */
export function checkInputs(
    definition: AnyDefinition,
    before: Inputs,
    declared: Inputs,
    autoName: AutoName,
    scope?: string,
) {
    const isUpdate = !isEmpty(before);
    // An adopted resource keeps its name.
    const needsName = "name" in definition.schema.shape && !givenIn(declared).some((key) => /^(name|adopt)$/.test(key));
    // Once chosen, a default name stays, through renames and aliases. A state of a version that chose none keeps its name.
    const isKept = isUpdate && fits(before, declared.hidden.nameAround);
    const name = !needsName
        ? undefined
        : isKept
          ? before.args.name
          : defaultName(definition, declared, autoName, scope);
    const isScoped = needsName && !isKept && autoName === "unique" && name !== unknownValue;
    const inputs = name === undefined ? declared : withArgument(declared, "name", name);
    const { args, unknown } = inputs;
    const unknownPaths = unknown.map(pathText);
    const problems = (definition.schema.safeParse(args, { reportInput: true }).error?.issues ?? [])
        .filter((issue) => !unknownPaths.includes(pathText(issue.path as PropertyPath)))
        .flatMap((issue) => problemsOf(issue, definition.schema, "resource"));
    if (needsName && name === undefined && !isUpdate)
        problems.push({
            property: "name",
            reason: "is required: the resource's own name is not known, because a transform has removed `__clouddb`",
        });
    // An argument that is invalid by itself counts as unknown for the constraints: one mistake is reported once.
    const undecided = [...unknownPaths, ...problems.map(({ property }) => property)];
    const related = Object.entries(inputs.hidden.related ?? {}).filter(([, value]) => value !== unknownValue);
    const found = definition.constraints({
        args,
        previous: isUpdate ? before.args : undefined,
        related: Object.fromEntries(related),
        unknown: (path) => undecided.some((one) => covers(one, path) || covers(path, one)),
    });
    const failures = [
        ...problems,
        ...found.filter(({ isNotice }) => isNotice !== true),
        ...timeoutProblems(timeoutsIn(inputs.properties)),
    ];
    const given = givenIn(inputs);
    const removed = givenIn(before).filter((key) => !given.includes(key));
    const hidden: HiddenInputs = {
        ...inputs.hidden,
        preview: undefined,
        organization: undefined,
        related: undefined,
        ...(isScoped && scope === undefined ? { unscoped: true } : {}),
        ...(removed.length > 0 ? { removed } : {}),
        ...(name === undefined ? {} : { autoNamed: isKept ? (before.hidden.autoNamed ?? "plain") : autoName }),
    };
    return {
        inputs: { ...inputs, hidden },
        failures,
        /** The name depends on the scope. */
        isScoped,
        /** What a changed argument does not do, though a user may expect it. */
        notice: found.find(({ isNotice }) => isNotice)?.reason,
    };
}

/** Whether `inner` is the same path as `outer`, or a path inside it. */
const covers = (outer: string, inner: string) =>
    inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
