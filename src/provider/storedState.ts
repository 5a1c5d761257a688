import type { z } from "zod";
import { UserError, type AnyDefinition } from "../lifecycle";
import { reasonOf } from "../config/problems";
import { pathText, type Path } from "../config/propertyValues";
import { check } from "./check";
import { hiddenKey, type PropertyMap } from "./inputs";
import { Bookkeeping, stateVersion } from "./state";

/** Arguments that a readable state may lack although they were given: not every record shows them. */
const notInEveryRecord = new Set(["adopt", "addons", "forkFrom"]);

/**
 * Refuses a stored state that a newer version of the package has written, or that is damaged: a misread state could lead to a
 * wrong change or deletion.
 *
 * @param lookup - whether the properties may also be the arguments of a `get`, which no provider has stored.
 */
export function assertStateReadable(definition: AnyDefinition, stored: PropertyMap, { lookup = false } = {}): void {
    const hidden = stored[hiddenKey];
    const version = isObject(hidden) ? hidden["v"] : undefined;
    if (typeof version === "number" && version > stateVersion) throw new UserError(tooNew(version));
    if (lookup && (hidden === undefined || (isObject(hidden) && version === undefined))) return;
    const problem = problemIn(hidden) ?? missingIn(definition, stored, (hidden as z.infer<typeof Bookkeeping>).given);
    if (problem !== undefined) throw new UserError(damaged(definition, problem));
}

/** Refuses stored inputs that the current schema does not accept. */
export function assertInputsValid(definition: AnyDefinition, inputs: PropertyMap): void {
    const [problem] = check(definition, {}, inputs, "plain").failures;
    if (problem === undefined) return;
    const { property, reason } = problem;
    throw new UserError(
        `The stored inputs are damaged: ${property} ${reason}. The next \`pulumi up\` writes them again.`,
    );
}

const isObject = (value: unknown): value is PropertyMap =>
    typeof value === "object" && value !== null && !Array.isArray(value);

function problemIn(hidden: unknown): string | undefined {
    const [issue] = Bookkeeping.safeParse(hidden, { reportInput: true }).error?.issues ?? [];
    return issue && `${pathText([hiddenKey, ...(issue.path as Path)])} ${reasonOf(issue)}`;
}

/** A missing or mistyped value of an argument that cannot change in place would look like a reason to replace. */
function missingIn(definition: AnyDefinition, stored: PropertyMap, given: readonly string[]): string | undefined {
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

const damaged = ({ ownsNothing, noun }: AnyDefinition, problem: string) =>
    `The stored state is damaged: ${problem}. Nothing was changed. Import an earlier version of it (\`pulumi stack export --version\`, ` +
    "`pulumi stack import`), or remove the resource from the state with `pulumi state delete URN`" +
    (ownsNothing === true ? " and create it again." : ` and adopt the ${noun} with \`adopt\`.`);
