import { ApiError } from "../../api";
import { withHint } from "../../config/hints";
import {
    asError,
    type AnyDefinition,
    type CurrentProperties,
    type KnownState,
    OperationProgress,
    type Project,
    type Reporter,
    secretProperties,
    type Timeouts,
    UnfinishedError,
    UserError,
} from "../../lifecycle";
import { nameInUrn } from "../../../shared/registration";
import { timeoutOf } from "../checkInputs";
import { markSecrets, type HiddenInputs, type Properties, type PropertyMap } from "../inputs";
import type { ResourceRef } from "../otherProcesses";
import type { ProviderRuntime } from "../providerRuntime";
import type { State } from "../state";

/** An operation on one resource. */
export interface Operation {
    readonly definition: AnyDefinition;
    /** What all operations of this process share. */
    readonly runtime: ProviderRuntime;
    /** Where the resource's messages go. */
    readonly report: ResourceReporter;
}

/** The messages of one resource. A promise resolves when the engine has received the message. */
interface ResourceReporter extends Omit<Reporter, "note" | "warn"> {
    note(text: string): Promise<void>;
    warn(text: string): Promise<void>;
}

/** `who` names a resource whose URN is not in its state, as after an import. */
export function reporterFor({ log, secrets }: ProviderRuntime, urn: string | undefined, who: string): ResourceReporter {
    const { redact } = secrets;
    // In the CLI's `--diff` view, nothing else tells which resource a line that stays is about.
    const about = (text: string) => `${nameInUrn(urn) ?? who}: ${redact(text)}`;
    return {
        status: (text) => log.status(urn, urn === undefined ? about(text) : redact(text)),
        note: (text) => log.info(urn, about(text)),
        warn: (text) => log.warn(urn, about(text)),
        step(text) {
            void log.info(urn, about(text));
            // The row of the stack.
            void log.status(undefined, about(text));
        },
        debug: (text) => log.debug(urn, redact(text)),
    };
}

/** The deadline of an operation, and its progress messages. */
export const taskFor = (
    { definition, runtime, report }: Operation,
    operation: keyof Timeouts,
    timeouts: HiddenInputs["timeouts"],
    timeoutKey: keyof Timeouts = operation,
): OperationProgress => {
    const limit = timeoutOf(timeoutKey, timeouts, definition.timeouts);
    return new OperationProgress(operation, runtime.clock, limit, report, timeoutKey);
};

/** Runs a look-up of a preview. Undefined where an earlier resource has reported the same error, which fails the preview already. */
export async function reportedOnce<T>({ runtime }: Operation, lookUp: () => Promise<T>): Promise<T | undefined> {
    try {
        return await lookUp();
    } catch (error) {
        if (runtime.program.isNews(error)) throw error;
        return undefined;
    }
}

/**
 * Identifies the record with this id.
 *
 * @param projectId - undefined: the default project, whichever it is.
 * @param values - what is known of it.
 */
export const refOf = (
    { definition, runtime }: Operation,
    profile: string | undefined,
    projectId: string | undefined,
    id: string,
    values: CurrentProperties = {},
): ResourceRef => ({
    type: definition.type,
    address: runtime.connections.client(profile).baseUrl,
    projectId: projectId ?? runtime.connections.configuredProject(profile),
    id,
    facts: Object.fromEntries(Object.keys(definition.records.identity).map((key) => [key, values[key]])),
    identity: definition.records.identity,
});

/** Opens the project to work in, and registers the secrets of `secretSources`, which are then redacted from all errors. */
export function projectOf(
    { runtime: { connections } }: Operation,
    { profile, projectId }: { readonly profile?: string | undefined; readonly projectId?: string | undefined },
    ...secretSources: PropertyMap[]
): Promise<Project> {
    for (const source of secretSources)
        for (const key of secretProperties) {
            const secret = source[key];
            if (typeof secret === "string" && secret !== "") connections.keepSecret(secret);
        }
    return connections.project(profile, projectId);
}

/** Whether the state says that the resource is protected. */
export const isProtectedIn = (definition: AnyDefinition, { outputs, given }: State): boolean =>
    definition.deletion?.guard(outputs, given) !== undefined;

/** An error that keeps a partly created or updated resource in the state. The SDK's host looks for these three properties. */
export interface InitError extends Error {
    id: string;
    properties: Properties;
    reasons: string[];
}

/**
 * Prepares an error for the SDK's host, which returns its message to the engine and also prints `${error}: ${error.stack}`. Of an error
 * that is meant for the user, that line only says where the message is. Any other error is a bug of this package and keeps its stack.
 *
 * @param redact - leaves out what the program marks as secret.
 */
export function forUser(thrown: unknown, redact = (text: string) => text): Error {
    const error = asError(thrown);
    if (!(error instanceof UserError) && !(error instanceof ApiError)) return error;
    // An id, a name or a region in the message may contain terminal control sequences.
    const message = redact(withHint(error)).replace(/\p{Cc}+/gu, " ");
    const plain = new Error(message);
    plain.toString = () => "pulumi-clouddb";
    plain.stack = "an operation failed. Its resource shows the error.";
    return plain;
}

export const isInitError = (error: unknown): error is InitError => error instanceof Error && "reasons" in error;

/** Runs an operation. @throws InitError where it left an existing resource incomplete: the engine then stores its id and state. */
export async function keepingState<Result>(
    outsOf: (known: KnownState) => Properties,
    work: () => Promise<Result>,
    onUnfinished: (id: string, known: KnownState) => void = () => undefined,
): Promise<Result> {
    try {
        return await work();
    } catch (error) {
        if (!(error instanceof UnfinishedError)) throw error;
        const { id, known, cause } = error;
        onUnfinished(id, known);
        const failure = forUser(cause);
        throw Object.assign(failure, { id, properties: markSecrets(outsOf(known)), reasons: [failure.message] });
    }
}
