// What the engine asks of a native provider beyond what an operation answers: the outputs of a preview, and the inputs of an import.
import { withoutAbsent } from "../../shared/objects";
import {
    desiredOf,
    hiddenIn,
    hiddenKey,
    parseInputs,
    unknownIn,
    type Properties,
    type PropertyMap,
} from "../dynamic/inputs";
import { parseState } from "../dynamic/state";
import { argumentsAsTheyAre, type AnyDefinition } from "../lifecycle";

/** What the outputs of a new resource will be, as far as the arguments tell. In a preview, an output that is left out is not known. */
export const createdOutputs = ({ rules }: AnyDefinition, news: PropertyMap): Properties =>
    Object.fromEntries(Object.entries(news).filter(([key]) => key in rules && rules[key] !== "keep"));

/**
 * What the outputs will be after an update. An update that calls the API may change any output that is no argument, except those that
 * identify the resource.
 */
export function updatedOutputs(definition: AnyDefinition, olds: PropertyMap, news: PropertyMap): Properties {
    const { rules, records } = definition;
    const { outputs, remembered, given } = parseState(definition, olds);
    const inputs = parseInputs(news);
    const steps = definition.plan(remembered.observed, desiredOf(definition, inputs, given));
    const calls = steps.some(({ call }) => call !== undefined);
    const stays = (key: string) => !calls || key in rules || key in records.identity || key === "projectId";
    const unknown = unknownIn(inputs);
    const kept = Object.entries(outputs).filter(([key]) => stays(key) && !unknown.includes(key));
    const effects = Object.assign({}, ...steps.map(({ effect }) => effect)) as PropertyMap;
    const changed = Object.entries({ ...createdOutputs(definition, news), ...effects });
    return withoutAbsent({
        ...Object.fromEntries(kept),
        ...Object.fromEntries(changed.filter(([key]) => !records.hidden.includes(key))),
    }) as Properties;
}

/** The state and the inputs of a resource that was looked up by its id alone: those arguments that differ from the API's defaults. */
export function importedState(
    definition: AnyDefinition,
    props: PropertyMap,
): { props: Properties; inputs: Properties } {
    // What no record shows has the value that an argument gives it, and says nothing about the resource.
    const shown = Object.entries(props).filter(([key]) => !(key in definition.argumentOutputs({}, props)));
    const args = argumentsAsTheyAre(definition, Object.fromEntries(shown));
    const bookkeeping = { ...hiddenIn(props), arguments: Object.keys(args).sort() };
    return { props: { ...props, ...args, [hiddenKey]: bookkeeping }, inputs: args };
}
