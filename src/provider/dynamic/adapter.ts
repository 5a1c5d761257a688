import type { dynamic } from "@pulumi/pulumi";
import { isObject } from "../../shared/objects";
import { UserError, type AnyDefinition } from "../lifecycle";
import { currentResource } from "./engine";
import { forUser, isInitError } from "./failures";
import { parseInputs, type PropertyMap, markSecrets } from "./inputs";
import { diffResource } from "./diffResource";
import { checkResource, createResource, readResource, updateResource, type OperationContext } from "./operations";
import { deleteResource } from "./deleteResource";
import type { Runtime } from "./runtime";
import { assertInputsValid } from "./state";

type Provider = Required<dynamic.ResourceProvider>;

/** The dynamic provider of a resource type. Adds what the SDK's host needs: errors that print well, and secrets marked in every answer. */
function adapt(definition: AnyDefinition, runtime: Runtime): Provider {
    const context: OperationContext = { definition, runtime };
    return {
        configure: ({ config }) =>
            answered({}, () => {
                // Synchronous, since the host does not await it before the first `check`.
                runtime.configure((key) => config.get(key));
                return Promise.resolve();
            }),
        check: (olds: PropertyMap, news: PropertyMap) => answered(news, () => checkResource(context, olds, news)),
        diff: (id, olds: PropertyMap, news: PropertyMap) =>
            answered(news, async () => {
                try {
                    return await diffResource(context, id, olds, news);
                } catch (error) {
                    // In a refresh these are the stored inputs, which this version of the package has not checked.
                    if (!(error instanceof UserError)) assertInputsValid(definition, news);
                    throw error;
                }
            }),
        create: (inputs: PropertyMap) => answered(inputs, () => createResource(context, inputs)),
        update: (id, olds: PropertyMap, news: PropertyMap) =>
            answered(news, () => updateResource(context, id, olds, news)),
        read: (id, props: PropertyMap = {}) => answered(props, () => readResource(context, id, props)),
        delete: (id, props: PropertyMap) => answered(props, () => deleteResource(context, id, props)),
    };
}

/** The providers of all definitions, by the same names. */
export const adaptAll = <Name extends string>(
    definitions: Readonly<Record<Name, AnyDefinition>>,
    runtime: Runtime,
): Readonly<Record<Name, Provider>> =>
    Object.fromEntries(
        Object.entries<AnyDefinition>(definitions).map(([name, definition]) => [name, adapt(definition, runtime)]),
    ) as Record<Name, Provider>;

/** Runs an operation, marks the secrets in all property maps of its answer, and converts its error. */
async function answered<Answer>(properties: PropertyMap, call: () => Promise<Answer>): Promise<Answer> {
    try {
        const answer = await currentResource.run(parseInputs(properties).hidden.urn, call);
        if (!isObject(answer)) return answer;
        const marked = Object.entries(answer).map(([key, part]) => [key, isObject(part) ? markSecrets(part) : part]);
        return Object.fromEntries(marked) as Answer;
    } catch (error) {
        if (!isInitError(error)) throw forUser(error);
        // The host expects it in the state that an error carries.
        error.properties["__provider"] = properties["__provider"];
        throw error;
    }
}
