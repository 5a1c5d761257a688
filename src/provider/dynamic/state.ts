import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import {
    UserError,
    type AnyDefinition,
    autoNames,
    settleWindow,
    type KnownState,
    type Desired,
    type LastSeen,
    type Project,
} from "../lifecycle";
import { reasonOf } from "../config/problems";
import { isObject, withoutAbsent } from "../../shared/objects";
import { pathText, type PropertyPath } from "../../shared/propertyPath";
import { checkInputs, timeoutOf } from "./checkInputs";
import {
    hiddenIn,
    hiddenKey,
    nameAroundInput,
    noInputs,
    type AnyArgs,
    type Inputs,
    type Properties,
    type PropertyMap,
} from "./inputs";

/** Refuses stored inputs that the current schema does not accept. */
export function assertInputsValid(definition: AnyDefinition, inputs: Inputs): void {
    const [problem] = checkInputs(definition, noInputs, inputs, "plain").failures;
    if (problem === undefined) return;
    const { property, reason } = problem;
    throw new UserError(
        `The stored inputs are damaged: ${property} ${reason}. The next \`pulumi up\` writes them again.`,
    );
}

/** A missing or mistyped value of an argument that cannot change in place would look like a reason to replace. */
function missingIn(
    definition: AnyDefinition,
    stored: PropertyMap,
    given: readonly string[],
    mistyped: ReadonlyMap<string, z.core.$ZodIssue>,
): string | undefined {
    const { unshown = [] } = definition.creation ?? {};
    for (const [key, rule] of Object.entries(definition.rules)) {
        const value = stored[key];
        if (rule !== "replace" || unshown.includes(key)) continue;
        if (value === undefined || value === null) {
            if (key === "projectId" || given.includes(key)) return `${key} is required`;
            continue;
        }
        const issue = mistyped.get(key);
        if (issue !== undefined) return `${pathText([key, ...(issue.path as PropertyPath)])} ${reasonOf(issue)}`;
    }
    const untold = definition.deletion?.protections.find((key) => typeof stored[key] !== "boolean");
    return untold && `${untold} must be a boolean`;
}

/** The arguments whose stored value does not have their type, each with the reason. */
function mistypedIn(definition: AnyDefinition, stored: PropertyMap): Map<string, z.core.$ZodIssue> {
    const schemas: { readonly [key: string]: z.ZodType } = definition.schema.shape;
    const found = Object.keys(definition.rules).flatMap((key) => {
        if (stored[key] == null) return [];
        const issues = schemas[key]?.safeParse(stored[key], { reportInput: true }).error?.issues ?? [];
        const issue = issues.find(({ code }) => code === "invalid_type");
        return issue === undefined ? [] : [[key, issue] as const];
    });
    return new Map(found);
}

const tooNew = (version: number) =>
    `The stored state was written by a newer version of pulumi-clouddb (its format is ${version}; this version of the package reads ` +
    `formats up to ${stateVersion}). Nothing was changed. Upgrade the package: \`npm install pulumi-clouddb@latest\`.`;

const damaged = ({ schema, noun }: AnyDefinition, problem: string) =>
    `The stored state is damaged: ${problem}. Nothing was changed. Import an earlier version of it (\`pulumi stack export --version\`, ` +
    "`pulumi stack import`), or remove the resource from the state with `pulumi state delete URN`" +
    ("adopt" in schema.shape ? ` and adopt the ${noun} with \`adopt\`.` : " and create it again.");

/** The version of the bookkeeping. A newer package reads all older versions; `test/provider/state` keeps states of each. */
export const stateVersion = 2;

/** What version 1 called what has another name since. */
const namesOfVersion1 = {
    version: "v",
    arguments: "given",
    observed: "kept",
    protectionInProgram: "said",
    createdAt: "made",
} as const;

/** The bookkeeping with the names of today. */
function withNamesOfToday(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    if (!("v" in raw)) return raw;
    const former = new Map<string, string>(Object.entries(namesOfVersion1).map(([now, then]) => [then, now]));
    return Object.fromEntries(Object.entries(raw).map(([key, value]) => [former.get(key) ?? key, value]));
}

/** Whether a provider has stored these properties. */
export const isStored = (properties: PropertyMap): boolean => "version" in withNamesOfToday(hiddenIn(properties));

/** What the provider stores in the state beside the outputs. The keys are part of the format. */
export const Bookkeeping = z.looseObject({
    version: z.int().min(1, "must be at least 1"),
    urn: z.string().optional(),
    timeouts: z.record(z.string(), z.unknown()).optional(),
    autoNamed: z.enum(autoNames).optional(),
    nameAround: nameAroundInput,
    /** The arguments that the program gave, and those whose removal has not been carried out yet. */
    arguments: z.array(z.string()),
    /** Observed values that follow from what a record omits. */
    assumed: z.array(z.string()).optional(),
    /** Observed values that are no outputs. */
    observed: z.record(z.string(), z.unknown()).optional(),
    /** The program's values of the arguments that guard the resource, where they differ from the observed ones. */
    protectionInProgram: z.record(z.string(), z.unknown()).optional(),
    /** A random token: distinguishes this resource from others that have had the same URN, or that manage the same record. */
    owner: z.string().optional(),
    /** The base URL at which the resource was last seen. */
    address: z.string().optional(),
    /** When the resource was created, in seconds since the epoch. */
    createdAt: z.int().min(0, "must be at least 0").optional(),
    /** The last operation failed halfway. A refresh does not change that. */
    unfinished: z.boolean().optional(),
    /** The last update failed, so the state may lack what its calls have changed. A refresh that waits for nothing clears it. */
    updateFailed: z.boolean().optional(),
    /** The arguments that the program marks as secret. */
    secretArguments: z.array(z.string()).optional(),
    /** How the API spells arguments, where no rule knows that spelling. */
    spellings: z.record(z.string(), z.object({ asked: z.string(), shown: z.string() })).optional(),
});
type Bookkeeping = z.infer<typeof Bookkeeping>;

/** The part of the bookkeeping that an operation passes on unchanged, or sets as a whole. */
type Hidden = Partial<
    Pick<
        Bookkeeping,
        | "urn"
        | "timeouts"
        | "autoNamed"
        | "nameAround"
        | "protectionInProgram"
        | "owner"
        | "createdAt"
        | "unfinished"
        | "updateFailed"
        | "address"
        | "secretArguments"
    >
>;

export interface State {
    readonly remembered: KnownState;
    readonly given: readonly string[];
    readonly hidden: Hidden;
    readonly outputs: PropertyMap;
    /** Whether the provider has stored it. Otherwise it holds the arguments of a `get`. */
    readonly stored: boolean;
    readonly projectId: string | undefined;
    readonly profile: string | undefined;
}

/**
 * Parses a stored state; with `lookup` also the arguments of a `get`, which no provider has stored. Refuses one that a newer version of the
 * package has written, or that is damaged: a misread state could lead to a wrong change or deletion.
 */
export function parseState(definition: AnyDefinition, properties: PropertyMap, { lookup = false } = {}): State {
    const stored = properties[hiddenKey];
    const raw = isObject(stored) ? withNamesOfToday(stored) : stored;
    const version = isObject(raw) ? raw["version"] : undefined;
    if (typeof version === "number" && version > stateVersion) throw new UserError(tooNew(version));
    const isLookup = lookup && version === undefined && (raw === undefined || isObject(raw));
    const read = Bookkeeping.safeParse(isLookup ? { version: stateVersion, arguments: [], ...raw } : raw, {
        reportInput: true,
    });
    if (!read.success) {
        const [issue] = read.error.issues;
        const path = pathText([hiddenKey, ...((issue?.path ?? []) as PropertyPath)]);
        throw new UserError(damaged(definition, `${path} ${issue === undefined ? "is invalid" : reasonOf(issue)}`));
    }
    const { arguments: given, assumed = [], observed = {}, ...hidden } = read.data;
    const mistyped = mistypedIn(definition, properties);
    const problem = isLookup ? undefined : missingIn(definition, properties, given, mistyped);
    if (problem !== undefined) throw new UserError(damaged(definition, problem));
    const outputs = Object.fromEntries(Object.entries(properties).filter(([key]) => !key.startsWith("__")));
    return {
        remembered: {
            // A mistyped value of an argument counts as not observed: the next look at the API shows it.
            observed: {
                ...outputs,
                ...Object.fromEntries([...mistyped.keys()].map((key) => [key, undefined])),
                ...observed,
            },
            assumed: new Set(assumed),
            spellings: hidden.spellings ?? {},
        },
        given,
        hidden,
        outputs,
        stored: !isLookup,
        projectId: typeof outputs["projectId"] === "string" ? outputs["projectId"] : undefined,
        profile: typeof outputs["profile"] === "string" ? outputs["profile"] : undefined,
    };
}

/** What the program gave, as the outputs have it. */
export const argumentsIn = ({ outputs, given }: State): PropertyMap =>
    Object.fromEntries(Object.entries(outputs).filter(([key, value]) => given.includes(key) && value != null));

interface StateInputs {
    readonly args: Desired<AnyArgs>;
    readonly given: readonly string[];
    readonly hidden: Hidden;
    readonly project: Project;
}

/** The outputs and the bookkeeping, as they are stored. */
export function stateOf(
    definition: AnyDefinition,
    { observed, assumed, spellings }: KnownState,
    { args, given, hidden, project }: StateInputs,
): Properties {
    const outputs: Properties = {};
    const noOutputs: Properties = {};
    for (const [key, value] of Object.entries(observed))
        (definition.records.hidden.includes(key) ? noOutputs : outputs)[key] = value;
    // A refresh does not receive the program's arguments: `args` are the old outputs then.
    const wanted: Desired<AnyArgs> = { ...args, ...hidden.protectionInProgram };
    const protectionInProgram: Properties = {};
    for (const key of definition.deletion?.guardedBy ?? [])
        if (wanted[key] != null && !isDeepStrictEqual(wanted[key], observed[key]))
            protectionInProgram[key] = wanted[key];
    const bookkeeping: PropertyMap = {
        version: stateVersion,
        urn: hidden.urn,
        timeouts: hidden.timeouts,
        autoNamed: hidden.autoNamed,
        nameAround: hidden.nameAround,
        owner: hidden.owner,
        createdAt: hidden.createdAt,
        address: project.client.baseUrl,
        arguments: [...given].sort(),
        secretArguments: hidden.secretArguments,
        ...(hidden.unfinished === true ? { unfinished: true } : {}),
        ...(hidden.updateFailed === true ? { updateFailed: true } : {}),
        ...(Object.keys(spellings).length > 0 ? { spellings } : {}),
        ...(assumed.size > 0 ? { assumed: [...assumed].sort() } : {}),
        ...(Object.keys(noOutputs).length > 0 ? { observed: noOutputs } : {}),
        ...(Object.keys(protectionInProgram).length > 0 ? { protectionInProgram } : {}),
    };
    return withoutAbsent({
        ...outputs,
        ...definition.argumentOutputs(wanted, observed),
        projectId: project.id,
        [hiddenKey]: bookkeeping,
    }) as Properties;
}

/** What a read makes of a state: the outputs, and as inputs the current value of every argument that was given. */
export function refreshed(
    definition: AnyDefinition,
    state: State,
    known: KnownState,
    project: Project,
): { readonly props: Properties; readonly inputs: Properties } {
    const { given, hidden, stored } = state;
    const { urn, timeouts, autoNamed, nameAround } = hidden;
    const args = { ...argumentsIn(state), profile: state.profile };
    const props = stateOf(definition, known, { args, given, hidden, project });
    // A refresh moves no protection.
    const protections = (definition.deletion?.protections ?? []).filter((key) => stored && key in state.outputs);
    for (const key of protections) props[key] = state.outputs[key];
    const inputs = {
        ...Object.fromEntries(given.map((key) => [key, props[key]])),
        [hiddenKey]: { urn, timeouts, autoNamed, nameAround },
    };
    return { props, inputs: withoutAbsent(inputs) as Properties };
}

/**
 * Where and when a resource was last seen. An interrupted creation may show it until its timeout; after a finished one a list may lag for
 * one settle window. The clock of the machine that stored the state may be ahead, so a creation time in the future counts as now.
 */
export function lastSeenOf(
    definition: AnyDefinition,
    { hidden: { address, createdAt, timeouts, unfinished = false } }: State,
    now: number,
): LastSeen {
    const grace = unfinished ? timeoutOf("create", timeouts, definition.timeouts) : settleWindow;
    return {
        address,
        notFoundGraceUntil: createdAt === undefined ? -Infinity : Math.min(createdAt * 1000, now) + grace,
        unfinished,
    };
}

/** A random token that the state keeps; see `Bookkeeping.owner`. */
export const newOwner = (): string => randomBytes(6).toString("base64url");

/** Identifies a resource: its owner token, or the stored URN where an older version of the package stored no token. */
export const identityOf = ({ hidden: { owner, urn } }: State): string | undefined => owner ?? urn;
