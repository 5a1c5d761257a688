import { didYouMean } from "../../config/problems";
import { type AnyDefinition, previewCreate, secretProperties, type Problem } from "../../lifecycle";
import { nameScope } from "../autoName";
import { checkInputs } from "../checkInputs";
import {
    isEmpty,
    propertiesOf,
    timeoutsIn,
    unknownIn,
    unknownValue,
    type Inputs,
    type Properties,
    type PropertyMap,
} from "../inputs";
import { createRequest } from "./create";
import { projectOf, refOf, reportedOnce, type Operation } from "./operation";
import { quoted } from "../../../shared/visible";

/**
 * Validates the arguments of a resource that the program declares. Sends requests only for a creation in a preview, and before a
 * replacement that deletes first, which would otherwise fail when the old resource is gone.
 */
export async function checkResource(
    operation: Operation,
    before: Inputs,
    declared: Inputs,
): Promise<{ inputs: Properties; failures: Problem[] }> {
    const { definition, runtime, report } = operation;
    const { autoName } = runtime.connections.settings;
    const { args, hidden, properties } = declared;
    const { urn } = hidden;
    const unscoped = checkInputs(definition, before, declared, autoName);
    const known = Object.keys(definition.schema.shape);
    const secret = hidden.secretArguments ?? [];
    const failures = shownProblems(unscoped.failures, known, secret, properties);
    // Reports missing or invalid configuration in the preview already. Sends nothing.
    if (failures.length === 0) runtime.connections.client(args.profile);
    const existed = !isEmpty(before);
    const preview = hidden.preview === true;
    runtime.program.declare(urn, { existed, preview });
    if (failures.length > 0) return { inputs: propertiesOf(unscoped.inputs), failures };
    if (args.adopt !== undefined && urn !== undefined)
        runtime.owners.expectAdoption(urn, refOf(operation, args.profile, args.projectId, args.adopt));
    const openProject = () => projectOf(operation, args, args);
    const scoped = async () => {
        const scope = await nameScope(runtime, hidden.organization, openProject);
        return checkInputs(definition, before, declared, autoName, scope);
    };
    const checked = !unscoped.isScoped ? unscoped : preview ? await reportedOnce(operation, scoped) : await scoped();
    if (checked === undefined) return { inputs: propertiesOf(unscoped.inputs), failures };
    if (checked.notice !== undefined) await report.note(checked.notice);
    const inputs = propertiesOf(checked.inputs);
    const isDeletedFirst = runtime.program.diffOf(urn)?.deletesFirst === true;
    if (existed || !(preview || isDeletedFirst)) return { inputs, failures };
    return {
        inputs,
        failures: shownProblems(await previewCreation(operation, checked.inputs, preview), known, secret),
    };
}

/**
 * Looks up what a creation would meet, so that the preview fails where the `up` would: a wrong address or key, a name that is taken,
 * a VPC or a parent that does not exist, an adoption that is not possible. A preview also logs what would be adopted.
 */
async function previewCreation(operation: Operation, inputs: Inputs, preview: boolean): Promise<readonly Problem[]> {
    const { definition, runtime, report } = operation;
    const { urn, deleteBeforeReplace, autoNamed } = inputs.hidden;
    if (preview) for (const hint of codeHints(definition, inputs)) await report.warn(hint);
    const unknown = unknownIn(inputs);
    if (unknown.includes("profile") || unknown.includes("projectId")) return [];
    const predecessor = runtime.program.diffOf(urn);
    // Until the creation, there is a predecessor that may have the same name.
    const mayShareName = predecessor?.keepsName === true && (predecessor.needsName || autoNamed !== "unique");
    const sharesName = predecessor?.replaces === true && !predecessor.isAbsent && mayShareName;
    const lookUp = async () => {
        const project = await projectOf(operation, inputs.args, inputs.args);
        const request = createRequest(operation, inputs, project);
        const deletesFirst = deleteBeforeReplace === true;
        return previewCreate(definition, project, { ...request, unknown, deletesFirst, sharesName });
    };
    // The preview has shown the notes and warnings.
    if (!preview) return (await lookUp()).problems;
    const { problems = [], note, warnings = [] } = (await reportedOnce(operation, lookUp)) ?? {};
    if (note !== undefined) await report.note(note);
    for (const warning of warnings) await report.warn(warning);
    return problems;
}

/** For codes that look misspelt. Without the value, which may be a secret. What is adopted has its code already. */
function codeHints({ creation }: AnyDefinition, { args }: Inputs): string[] {
    if (args.adopt !== undefined) return [];
    return Object.entries(creation?.knownCodes ?? {}).flatMap(([key, codes = []]) => {
        const given = args[key];
        if (typeof given !== "string" || codes.includes(given)) return [];
        const meant = didYouMean(given, codes);
        const hint = `\`${key}\` is none of the known codes: did you mean ${meant}? The API decides whether it exists.`;
        return meant === undefined ? [] : [hint];
    });
}

/** A longer value is truncated in messages. */
const maxLength = 60;

/**
 * The problems as the engine is to report them. The CLI prints the value of the property that a problem is reported at, secret or not. So
 * problems of secret properties are reported at no property, and those of arguments that do not exist as well, which may be a misspelt
 * password. Neither are those of nested properties, whose value the CLI shows as `{<nil>}`. The other reasons get the invalid value of
 * `inputs`, as JSON, where the CLI does not show it.
 */
const shownProblems = (
    problems: readonly Problem[],
    known: readonly string[],
    secret: readonly string[],
    inputs: PropertyMap = {},
): Problem[] =>
    problems.map(({ property, reason }) => {
        const path = property.split(/[.[\]]+/).filter((part) => part !== "");
        const [argument = ""] = path;
        const isSecret = secretProperties.has(argument) || secret.includes(argument) || !known.includes(argument);
        if (isSecret && argument !== "customTimeouts") return { property: "", reason: `${property} ${reason}`.trim() };
        // What is missing, superfluous or given twice is not wrong by its value, and a misspelt value is close to the one meant.
        const value = /^(is|can) |\?$/.test(reason) ? undefined : givenAt(path, inputs);
        const full = value === undefined ? reason : `${reason}; given: ${value}`;
        if (path.length === 1) return { property, reason: full };
        return { property: "", reason: `${property}${/^[a-z]/.test(full) ? "" : ":"} ${full}` };
    });

/** The value at a property path, unless the engine shows it, which has `{2000}` for the text `"2000"`. Never a secret. */
function givenAt([first = "", ...rest]: readonly string[], inputs: PropertyMap): string | undefined {
    if (rest.some((part) => secretProperties.has(part))) return undefined;
    const start = first === "customTimeouts" ? timeoutsIn(inputs) : inputs[first];
    const value = rest.reduce<unknown>((within, part) => (within as PropertyMap | null | undefined)?.[part], start);
    if (value === undefined || value === null || value === unknownValue) return undefined;
    if (rest.length === 0 && (typeof value !== "string" || !looksOtherwise(value))) return undefined;
    const text = quoted(value);
    return text.length > maxLength ? `${text.slice(0, maxLength)}...` : text;
}

/** Whether the text, without its quotes, looks like something else. */
const looksOtherwise = (text: string): boolean =>
    text !== text.trim() || /^(?:true|false|null)$/i.test(text) || (text !== "" && !Number.isNaN(Number(text)));
