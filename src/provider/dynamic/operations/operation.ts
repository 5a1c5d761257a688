import {
    type AnyDefinition,
    type CurrentProperties,
    OperationProgress,
    type Project,
    type Remembered,
    type Reporter,
    secretProperties,
    type Timeouts,
} from "../../lifecycle";
import { nameInUrn } from "../../../shared/registration";
import { timeoutOf } from "../checkInputs";
import type { ResourceLog } from "../engineConnection";
import type { HiddenInputs, PropertyMap } from "../inputs";
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
export function reporterFor(log: ResourceLog, urn: string | undefined, who: string): ResourceReporter {
    // In the CLI's `--diff` view, nothing else tells which resource a line that stays is about.
    const about = (text: string) => `${nameInUrn(urn) ?? who}: ${text}`;
    return {
        status: (text) => log.status(urn, urn === undefined ? about(text) : text),
        note: (text) => log.info(urn, about(text)),
        warn: (text) => log.warn(urn, about(text)),
        step(text) {
            void log.info(urn, about(text));
            // The row of the stack.
            void log.status(undefined, about(text));
        },
        debug: (text) => log.debug(urn, text),
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

/** What decides whether a resource may be deleted or replaced, beside what the API shows. */
export const rememberedIn = ({ remembered, outputs, given }: State): Remembered => ({
    known: remembered,
    outputs,
    given,
});

/** Whether the state says that the resource is protected. */
export const isProtectedIn = (definition: AnyDefinition, { outputs, given }: State): boolean =>
    definition.deletion?.guard(outputs, given) !== undefined;
