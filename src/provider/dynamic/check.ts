import { createHash } from "node:crypto";
import { parseDuration } from "../../shared/duration";
import {
    hashLength,
    nameWith,
    ownHashLength,
    type Problem,
    type Timeouts,
    type AnyDefinition,
    type AutoName,
    type Project,
} from "../lifecycle";
import { meantHint, problemsOf } from "../config/problems";
import { isObject, withoutAbsent } from "../../shared/objects";
import { nameInUrn } from "../../shared/registration";
import { pathText, type PropertyPath } from "../../shared/propertyPath";
import { unknownValue } from "./inputs";
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
 * inputs, `olds`, are empty where the resource is created, also as the successor in a replacement. `scope`: see {@link nameScope}.
 */
export function check(
    definition: AnyDefinition,
    olds: PropertyMap,
    declared: PropertyMap,
    autoName: AutoName,
    scope?: string,
) {
    const before = parseInputs(olds);
    const isUpdate = Object.keys(olds).length > 0;
    const nameless = parseInputs(declared);
    // An adopted resource keeps its name.
    const needsName = "name" in definition.schema.shape && !givenIn(nameless).some((key) => /^(name|adopt)$/.test(key));
    // Once chosen, a default name stays, through renames and aliases. A state of a version that chose none keeps its name.
    const isKept = isUpdate && fits(before, nameless.hidden.nameAround);
    const name = !needsName
        ? undefined
        : isKept
          ? before.args["name"]
          : defaultName(definition, nameless, autoName, scope);
    const isHashed = needsName && !isKept && autoName === "unique";
    const news = name === undefined ? declared : { ...declared, name };
    const inputs = parseInputs(news);
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
        ...timeoutProblems(timeoutsIn(news)),
    ];
    const given = givenIn(inputs);
    const removed = givenIn(before).filter((key) => !given.includes(key));
    const hidden: HiddenInputs = {
        ...inputs.hidden,
        preview: undefined,
        organization: undefined,
        related: undefined,
        ...(isHashed && scope === undefined ? { unscoped: true } : {}),
        ...(removed.length > 0 ? { removed } : {}),
        ...(name === undefined ? {} : { autoNamed: isKept ? (before.hidden.autoNamed ?? "plain") : autoName }),
    };
    return {
        inputs: withoutAbsent({ ...news, [hiddenKey]: hidden }) as Properties,
        failures,
        /** The name depends on the scope. */
        isScoped: isHashed && name !== unknownValue,
        /** What a changed argument does not do, though a user may expect it. */
        notice: found.find(({ isNotice }) => isNotice)?.reason,
    };
}

/** Whether `inner` is the same path as `outer`, or a path inside it. */
const covers = (outer: string, inner: string) =>
    inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);

const radix = 36;

/**
 * What tells the stack of one person from that of another with the same names: its organization. A self-managed backend has none; there it
 * is the backend, and the project of the API that the key opens. Undefined where it cannot be known.
 */
export async function nameScope(
    { stateBackend }: Runtime,
    organization: string | undefined,
    openProject: () => Promise<Pick<Project, "id">>,
): Promise<string | undefined> {
    if (organization !== undefined) return organization;
    const backend = await stateBackend;
    return backend === undefined ? undefined : JSON.stringify([(await openProject()).id, backend]);
}

/**
 * The name of a resource whose program gives none. With `unique` it is the resource's own name and a hash of the scope, the URN, and
 * the arguments that decide what is created: no two stacks get the same, the successor in a replacement gets another than its
 * predecessor, and the same resource gets the same again after an interruption. The first part of the hash leaves the scope out, so that
 * what another scope has left is recognised. Undefined where the resource's own name is not known; `unknownValue` where an argument that
 * decides it will be known only in the `up`.
 */
export function defaultName(
    { naming }: AnyDefinition,
    inputs: Inputs,
    autoName: AutoName,
    scope?: string,
): string | undefined {
    const { urn, nameAround } = inputs.hidden;
    const ownName = nameInUrn(urn);
    if (nameAround === unknownValue) return unknownValue;
    if (ownName === undefined || naming?.distinguishing === undefined) return ownName;
    if (autoName === "plain") return nameAround === undefined ? ownName : nameWith(nameAround, "");
    const distinguishing = naming.distinguishing(inputs.args);
    if (unknownIn(inputs).some((key) => key in distinguishing || key === "profile")) return unknownValue;
    const own = [urn, Object.values(distinguishing)];
    const hash = hashOf(own, ownHashLength) + hashOf([scope, ...own], hashLength - ownHashLength);
    return nameWith(nameAround ?? { prefix: ownName, suffix: "" }, hash);
}

/** Where the hash of a generated name begins; undefined where it has none. */
export function hashIndex({ args: { name }, hidden: { autoNamed, nameAround } }: Inputs, around = nameAround) {
    if (typeof name !== "string" || autoNamed !== "unique" || around === unknownValue) return undefined;
    const suffix = around?.suffix ?? "";
    return name.length - hashLength - (suffix === "" ? 0 : suffix.length + 1);
}

/** Whether a component still asks for the name. A version that generated none gave it without the hash, and a resource may be adopted. */
function fits(before: Inputs, around: HiddenInputs["nameAround"]): boolean {
    const { name } = before.args;
    if (around === undefined || typeof name !== "string") return true;
    const at = hashIndex(before, around);
    const hash = at === undefined ? "" : name.slice(at, at + hashLength);
    return around !== unknownValue && name === nameWith(around, hash);
}

/** Lower-case letters and digits: an API may normalise others. */
function hashOf(value: readonly unknown[], length: number): string {
    const digest = createHash("sha256").update(JSON.stringify(value)).digest().readBigUInt64BE();
    return (digest % BigInt(radix) ** BigInt(length)).toString(radix).padStart(length, "0");
}
