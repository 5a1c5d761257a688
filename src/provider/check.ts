import { createHash } from "node:crypto";
import { parseDuration } from "../duration";
import type { Problem, Timeouts, AnyDefinition, AutoName } from "../lifecycle";
import { meantHint, problemsOf } from "../config/problems";
import { profileIn } from "../config/settings";
import { isObject, nameInUrn, pathText, unknownValue, withoutAbsent, type Path } from "../config/propertyValues";
import {
    type HiddenInputs,
    givenIn,
    hiddenKey,
    parseInputs,
    timeoutsIn,
    unknownIn,
    type Inputs,
    type Properties,
    type PropertyMap,
} from "./inputs";
import type { Runtime } from "./runtime";

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
 * inputs, `olds`, are empty where the resource is created, also as the successor in a replacement. `scopeOf`: see {@link nameScope}.
 */
export function check(
    definition: AnyDefinition,
    olds: PropertyMap,
    declared: PropertyMap,
    autoName: AutoName,
    scopeOf: () => string = () => "",
) {
    const before = parseInputs(olds);
    const isUpdate = Object.keys(olds).length > 0;
    const nameless = parseInputs(declared);
    // An adopted resource keeps its name.
    const needsName = "name" in definition.schema.shape && !givenIn(nameless).some((key) => /^(name|adopt)$/.test(key));
    // Once chosen, a default name stays, through renames and aliases. A state of a version that chose none keeps its name.
    const name = !needsName
        ? undefined
        : isUpdate
          ? before.args["name"]
          : defaultName(definition, nameless, autoName, scopeOf());
    const news = name === undefined ? declared : { ...declared, name };
    const inputs = parseInputs(news);
    const { args, unknown } = inputs;
    const unknownPaths = unknown.map(pathText);
    const problems = (definition.schema.safeParse(args, { reportInput: true }).error?.issues ?? [])
        .filter((issue) => !unknownPaths.includes(pathText(issue.path as Path)))
        .flatMap((issue) => problemsOf(issue, definition.schema, "resource"));
    if (needsName && name === undefined && !isUpdate)
        problems.push({
            property: "name",
            reason: "is required: the resource's own name is not known, because a transform has removed `__clouddb`",
        });
    // An argument that is invalid by itself counts as unknown for the constraints: one mistake is reported once.
    const undecided = [...unknownPaths, ...problems.map(({ property }) => property)];
    const failures = [
        ...problems,
        ...definition.constraints({
            args,
            previous: isUpdate ? before.args : undefined,
            unknown: (path) => undecided.some((one) => covers(one, path) || covers(path, one)),
        }),
        ...timeoutProblems(timeoutsIn(news)),
    ];
    const given = givenIn(inputs);
    const removed = givenIn(before).filter((key) => !given.includes(key));
    const hidden: HiddenInputs = {
        ...inputs.hidden,
        preview: undefined,
        organization: undefined,
        ...(removed.length > 0 ? { removed } : {}),
        ...(name === undefined ? {} : { autoNamed: isUpdate ? (before.hidden.autoNamed ?? "plain") : autoName }),
    };
    return {
        inputs: withoutAbsent({ ...news, [hiddenKey]: hidden }) as Properties,
        failures,
        /** What a changed argument does not do, though a user may expect it. */
        notice: isUpdate ? definition.notice?.(args, before.args, unknownIn(inputs)) : undefined,
    };
}

/** Whether `inner` is the same path as `outer`, or a path inside it. */
const covers = (outer: string, inner: string) =>
    inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);

const hashLength = 7;
const radix = 36;

/**
 * What tells the stack of one person from that of another with the same names: its organization. A self-managed backend has none; there it
 * is a digest of the API key, and of the place where the stack's state is.
 */
export function nameScope(
    { connections: { settings }, stateBackend }: Runtime,
    { hidden, args }: Pick<Inputs, "hidden" | "args">,
): string {
    if (hidden.organization !== undefined) return hidden.organization;
    const { apiKey } = profileIn(settings, args.profile) ?? settings;
    return digest(JSON.stringify([apiKey, stateBackend])).toString("base64url");
}

/**
 * The name of a resource whose program gives none. With `unique` it is the resource's own name and a hash of the scope, the URN, and
 * the arguments that decide what is created: no two stacks get the same, the successor in a replacement gets another than its
 * predecessor, and the same resource gets the same again after an interruption. Undefined where the resource's own name is not known;
 * `unknownValue` where an argument that decides it will be known only in the `up`.
 */
export function defaultName(
    { uniqueName }: AnyDefinition,
    inputs: Inputs,
    autoName: AutoName,
    scope = "",
): string | undefined {
    const { urn } = inputs.hidden;
    const ownName = nameInUrn(urn);
    if (ownName === undefined || uniqueName === undefined || autoName === "plain") return ownName;
    const distinguishing = uniqueName.distinguishing(inputs.args);
    if (unknownIn(inputs).some((key) => key in distinguishing || key === "profile")) return unknownValue;
    const hash = digest(JSON.stringify([scope, urn, Object.values(distinguishing)])).readBigUInt64BE();
    // Lower-case letters and digits: an API may normalise others.
    const suffix = (hash % BigInt(radix) ** BigInt(hashLength)).toString(radix).padStart(hashLength, "0");
    return `${ownName.slice(0, uniqueName.maxLength - hashLength - 1)}-${suffix}`;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
