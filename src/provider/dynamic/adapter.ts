import type { dynamic } from "@pulumi/pulumi";
import { isObject } from "../../shared/objects";
import { UserError, type AnyDefinition } from "../lifecycle";
import { hiddenIn, markSecrets, parseInputs, type Inputs, type PropertyMap } from "./inputs";
import { checkResource } from "./operations/check";
import { createResource } from "./operations/create";
import { deleteResource } from "./operations/delete";
import { diffResource } from "./operations/diff";
import { forUser, isInitError, type Operation, reporterFor } from "./operations/operation";
import { readResource } from "./operations/read";
import { updateResource } from "./operations/update";
import type { ProviderRuntime } from "./providerRuntime";
import { assertInputsValid, parseState, type State } from "./state";

/** The dynamic provider of a resource type, with all that its methods answer. */
export type Provider = ReturnType<typeof adapt>;

/**
 * The dynamic provider of a resource type. Parses what the engine sends, once, and adds what the SDK's host needs: errors that print well,
 * and secrets marked in every answer.
 */
function adapt(definition: AnyDefinition, runtime: ProviderRuntime) {
    const operate = <Answer>(urn: string | undefined, who: string, work: (operation: Operation) => Promise<Answer>) => {
        const report = reporterFor(runtime, urn, who);
        return runtime.requests.within(urn, () => work({ definition, runtime, report }));
    };
    /** @param olds - the inputs of the last deployment, or its outputs. */
    const withInputs = <Answer>(
        news: PropertyMap,
        olds: PropertyMap,
        who: string,
        work: (operation: Operation, inputs: Inputs) => Promise<Answer>,
    ) =>
        answered(runtime, news, () => {
            learnSecrets(runtime, olds, news);
            const inputs = parseInputs(news);
            return operate(inputs.hidden.urn, who, (operation) => work(operation, inputs));
        });
    const withState = <Answer>(
        properties: PropertyMap,
        who: string,
        work: (operation: Operation, state: State) => Promise<Answer>,
        lookup = false,
    ) =>
        answered(runtime, properties, () => {
            learnSecrets(runtime, properties);
            const state = parseState(definition, properties, { lookup });
            return operate(state.hidden.urn, who, (operation) => work(operation, state));
        });
    const named = (id: string) => `${definition.noun} ${id}`;
    return {
        configure: ({ config }) =>
            answered(runtime, {}, () => {
                // Synchronous, since the host does not await it before the first `check`.
                runtime.configure((key) => config.get(key));
                return Promise.resolve();
            }),
        check: (olds: PropertyMap, news: PropertyMap) =>
            withInputs(news, olds, definition.noun, async (operation, inputs) => {
                const { failures, ...checked } = await checkResource(operation, parseInputs(olds), inputs);
                return {
                    ...checked,
                    failures: failures.map(({ property, reason }) => ({
                        property,
                        reason: runtime.secrets.redact(reason),
                    })),
                };
            }),
        diff: (id, olds: PropertyMap, news: PropertyMap) =>
            withInputs(news, olds, named(id), async (operation, inputs) => {
                try {
                    return await diffResource(operation, id, parseState(definition, olds), inputs);
                } catch (error) {
                    // In a refresh these are the stored inputs, which this version of the package has not checked.
                    if (!(error instanceof UserError)) assertInputsValid(definition, inputs);
                    throw error;
                }
            }),
        create: (news: PropertyMap) => withInputs(news, {}, definition.noun, createResource),
        update: (id, olds: PropertyMap, news: PropertyMap) =>
            withInputs(news, olds, named(id), (operation, inputs) =>
                updateResource(operation, id, parseState(definition, olds), inputs),
            ),
        read: (id, props: PropertyMap = {}) =>
            withState(props, named(id), (operation, state) => readResource(operation, id, state), true),
        delete: (id, props: PropertyMap) =>
            withState(props, named(id), (operation, state) => deleteResource(operation, id, state)),
    } satisfies dynamic.ResourceProvider;
}

/** The providers of all definitions, by the same names. */
export const adaptAll = <Name extends string>(
    definitions: Readonly<Record<Name, AnyDefinition>>,
    runtime: ProviderRuntime,
): Readonly<Record<Name, Provider>> =>
    Object.fromEntries(
        Object.entries<AnyDefinition>(definitions).map(([name, definition]) => [name, adapt(definition, runtime)]),
    ) as Record<Name, Provider>;

/** Keeps what the program marks as secret, or has marked in the last deployment, out of the messages. */
function learnSecrets({ secrets }: ProviderRuntime, ...all: readonly PropertyMap[]): void {
    for (const key of all.flatMap((properties) => hiddenIn(properties)["secretArguments"]))
        if (typeof key === "string") for (const properties of all) secrets.learn(properties[key]);
}

/** Runs an operation, marks the secrets in all property maps of its answer, and converts its error. */
async function answered<Answer>(
    runtime: ProviderRuntime,
    properties: PropertyMap,
    call: () => Promise<Answer>,
): Promise<Answer> {
    try {
        const answer = await call();
        if (!isObject(answer)) return answer;
        const marked = Object.entries(answer).map(([key, part]) => [key, isObject(part) ? markSecrets(part) : part]);
        return Object.fromEntries(marked) as Answer;
    } catch (error) {
        if (!isInitError(error)) throw forUser(error, runtime.secrets.redact);
        error.message = runtime.secrets.redact(error.message);
        error.reasons = [error.message];
        // The host expects it in the state that an error carries.
        error.properties["__provider"] = properties["__provider"];
        throw error;
    }
}
