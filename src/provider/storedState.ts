import { z } from "zod";
import { UserError, type CommonArgs, type ResourceDefinition } from "../lifecycle";
import { check } from "./check";
import { hiddenKey, type PropertyMap } from "./inputs";
import { reasonOf } from "../config/problems";
import { stateVersion } from "./state";
import { pathText, type Path } from "../config/propertyValues";

const names = z.array(z.string());
const bag = z.record(z.string(), z.unknown());

/** The bookkeeping as any version up to this one may have stored it. A key that is not named here is not looked at. */
const Stored = z.looseObject({
    v: z.int().min(1, "must be at least 1"),
    urn: z.string().optional(),
    timeouts: bag.optional(),
    given: names,
    assumed: names.optional(),
    kept: bag.optional(),
    said: bag.optional(),
});

/** Told by the record of everything that exists, or by its id: a stored state always has those that were given. */
const notInEveryRecord = new Set(["adopt", "addons", "forkFrom"]);

/**
 * Refuses a stored state that a newer version of the package has written, or that is damaged: what it is taken for would decide
 * what is changed or deleted.
 *
 * @param lookup - whether it may also be what a program gives to look something up, which no provider has stored so far.
 */
export function assertStateReadable<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    stored: PropertyMap,
    { lookup = false } = {},
): void {
    const hidden = stored[hiddenKey];
    const version = isObject(hidden) ? hidden["v"] : undefined;
    if (typeof version === "number" && version > stateVersion) throw new UserError(tooNew(version));
    if (lookup && (hidden === undefined || (isObject(hidden) && version === undefined))) return;
    const problem = problemIn(hidden) ?? missingIn(definition, stored, (hidden as z.infer<typeof Stored>).given);
    if (problem !== undefined) throw new UserError(damaged(definition, problem));
}

/** Says what is wrong with stored inputs, if anything is. */
export function assertInputsValid<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    inputs: PropertyMap,
): void {
    const [problem] = check(definition, {}, inputs).failures;
    if (problem === undefined) return;
    const { property, reason } = problem;
    throw new UserError(
        `The stored inputs are damaged: ${property} ${reason}. The next \`pulumi up\` writes them anew.`,
    );
}

const isObject = (value: unknown): value is PropertyMap =>
    typeof value === "object" && value !== null && !Array.isArray(value);

function problemIn(hidden: unknown): string | undefined {
    const [issue] = Stored.safeParse(hidden, { reportInput: true }).error?.issues ?? [];
    return issue && `${pathText([hiddenKey, ...(issue.path as Path)])} ${reasonOf(issue)}`;
}

/** An argument that cannot change in place, and that is not stored as it must have been, would look like a reason to replace. */
function missingIn<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    stored: PropertyMap,
    given: readonly string[],
): string | undefined {
    const schemas: { readonly [key: string]: z.ZodType } = definition.schema.shape;
    const fixed = Object.entries(definition.rules).filter(
        ([key, rule]) => rule === "replace" && !notInEveryRecord.has(key),
    );
    for (const [key] of fixed) {
        const value = stored[key];
        const needed = key === "projectId" || given.includes(key);
        if (value === undefined || value === null) {
            if (needed) return `${key} is required`;
            continue;
        }
        const [issue] = schemas[key]?.safeParse(value, { reportInput: true }).error?.issues ?? [];
        if (issue?.code === "invalid_type") return `${pathText([key, ...(issue.path as Path)])} ${reasonOf(issue)}`;
    }
    const isProtection = "deletionProtection" in definition.rules;
    return isProtection && typeof stored["deletionProtection"] !== "boolean"
        ? "deletionProtection must be a boolean"
        : undefined;
}

const tooNew = (version: number) =>
    `The stored state was written by a newer version of pulumi-clouddb (its format is ${version}; this version of the package reads ` +
    `formats up to ${stateVersion}). Nothing was changed. Upgrade the package: \`npm install pulumi-clouddb@latest\`.`;

const damaged = <Args extends CommonArgs, Observed extends object, ApiRecord>(
    { ownsNothing, noun }: ResourceDefinition<Args, Observed, ApiRecord>,
    problem: string,
) =>
    `The stored state is damaged: ${problem}. Nothing was changed. Import an earlier version of it (\`pulumi stack export --version\`, ` +
    "`pulumi stack import`), or forget the resource with `pulumi state delete URN`" +
    (ownsNothing === true ? " and create it again." : ` and take the ${noun} over again with \`adopt\`.`);
