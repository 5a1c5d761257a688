import type { dynamic } from "@pulumi/pulumi";
import { UserError, type AnyDefinition, type CommonArgs, type ResourceDefinition } from "../lifecycle";
import { forUser, initError } from "./failures";
import { currentResource } from "./currentResource";
import { parseInputs, type PropertyMap } from "./inputs";
import { checkResource } from "./operations/checkResource";
import type { OperationContext } from "./operations/context";
import { createResource } from "./operations/createResource";
import { deleteResource } from "./operations/deleteResource";
import { diffResource } from "./operations/diffResource";
import { PartialFailure } from "./operations/partialFailure";
import { readResource } from "./operations/readResource";
import { updateResource } from "./operations/updateResource";
import type { Runtime } from "./runtime";
import { markSecrets } from "./secretMarks";
import { assertStateReadable, assertInputsValid } from "./storedState";

type Provider = Required<dynamic.ResourceProvider>;

/**
 * Speaks Pulumi's dynamic-provider interface for one kind of resource. What only its host needs is here: errors in the form that
 * reads best where it prints them, secrets marked in every answer, a stored state that cannot be read refused.
 */
export function adapt<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    runtime: Runtime,
): Provider {
    const context: OperationContext<Args, Observed, ApiRecord> = { definition, runtime };
    return {
        configure: ({ config }) =>
            answered({}, () => {
                // Nothing here waits: the first check of another resource does not wait for this either.
                runtime.configure((key) => config.get(key));
                return Promise.resolve();
            }),
        check: (olds: PropertyMap, news: PropertyMap) =>
            answered(news, async () => marked(await checkResource(context, olds, news), "inputs")),
        diff: (id, olds: PropertyMap, news: PropertyMap) =>
            answered(news, async () => {
                assertStateReadable(definition, olds);
                try {
                    return await diffResource(context, id, olds, news);
                } catch (error) {
                    // In a refresh they are the stored ones, which no check of this version has seen.
                    if (!(error instanceof UserError)) assertInputsValid(definition, news);
                    throw error;
                }
            }),
        create: (inputs: PropertyMap) =>
            answered(inputs, async () => marked(await createResource(context, inputs), "outs")),
        update: (id, olds: PropertyMap, news: PropertyMap) =>
            answered(news, async () => {
                assertStateReadable(definition, olds);
                return marked(await updateResource(context, id, olds, news), "outs");
            }),
        read: (id, props: PropertyMap = {}) =>
            answered(props, async () => {
                assertStateReadable(definition, props, { lookup: true });
                return marked(marked(await readResource(context, id, props), "props"), "inputs");
            }),
        delete: (id, props: PropertyMap) =>
            answered(props, () => {
                assertStateReadable(definition, props);
                return deleteResource(context, id, props);
            }),
    };
}

/** The providers of all definitions, under the same names. */
export const adaptAll = <Name extends string>(
    definitions: Readonly<Record<Name, AnyDefinition>>,
    runtime: Runtime,
): Readonly<Record<Name, Provider>> =>
    Object.fromEntries(
        Object.entries<AnyDefinition>(definitions).map(([name, definition]) => [name, adapt(definition, runtime)]),
    ) as Record<Name, Provider>;

/** An answer; an error in the form of the host, which wants the provider's own string in the state that an error carries. */
async function answered<Answer>(bag: PropertyMap, call: () => Promise<Answer>): Promise<Answer> {
    try {
        return await currentResource.run(parseInputs(bag).hidden.urn, call);
    } catch (error) {
        if (!(error instanceof PartialFailure)) throw forUser(error);
        throw initError(error.id, error.cause, { ...error.outs, __provider: bag["__provider"] });
    }
}

/** An answer with the secrets marked in one of its bags, where it has that bag. */
const marked = <Answer extends object>(answer: Answer, bag: keyof Answer): Answer => {
    const properties: unknown = answer[bag];
    return properties === undefined ? answer : { ...answer, [bag]: markSecrets(properties as PropertyMap) };
};
