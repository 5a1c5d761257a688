import { UnsupportedError } from "../model/unsupported";
import type { Resource } from "../model/resource";
import type { ResourceDocument } from "./format";
import type { ValueDocument } from "./valueDocument";

// Fields that would require different behaviour. All other unknown fields are preserved.
const beyond = ["taint", "refreshBeforeUpdate", "viewOf", "replaceWith", "replacementTrigger", "resourceHooks"];

const isSet = (value: unknown): boolean =>
    typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);

/** @throws UnsupportedError if the resource uses a feature that only the Pulumi CLI supports. */
export function readResource(document: ResourceDocument, values: ValueDocument): Resource {
    const {
        urn, type, custom, id, inputs, outputs, parent, provider, protect, retainOnDelete, external, pendingReplacement,
        dependencies, propertyDependencies, deletedWith, initErrors, additionalSecretOutputs, ignoreChanges,
        replaceOnChanges, aliases, customTimeouts, created, modified, delete: condemned, ...rest
    } = document; // prettier-ignore
    const asked = beyond.find((field) => isSet(rest[field]));
    if (asked) throw new UnsupportedError(`'${asked}' of ${urn} in the state`);
    return {
        urn,
        type,
        custom,
        id,
        inputs: values.readProperties(inputs),
        outputs: outputs && values.readProperties(outputs),
        parent: parent || undefined,
        provider: provider || undefined,
        protect: protect ?? false,
        retainOnDelete: retainOnDelete ?? false,
        external: external ?? false,
        delete: condemned ?? false,
        pendingReplacement: pendingReplacement ?? false,
        dependencies: dependencies ?? [],
        propertyDependencies: propertyDependencies
            ? Object.fromEntries(Object.entries(propertyDependencies).map(([name, urns]) => [name, urns ?? []]))
            : undefined,
        deletedWith: deletedWith || undefined,
        initErrors: initErrors ?? [],
        additionalSecretOutputs: additionalSecretOutputs ?? [],
        ignoreChanges: ignoreChanges ?? [],
        replaceOnChanges: replaceOnChanges ?? [],
        aliases: aliases ?? [],
        customTimeouts: customTimeouts ?? undefined,
        created,
        modified,
        rest: Object.keys(rest).length > 0 ? rest : undefined,
    };
}

const some = <T extends object>(value: T | undefined) => (value && Object.keys(value).length > 0 ? value : undefined);

/** Writes and omits fields in the same order and way as Pulumi. */
export function writeResource(resource: Resource, values: ValueDocument): ResourceDocument {
    const document: ResourceDocument = {
        urn: resource.urn,
        custom: resource.custom,
        delete: resource.delete || undefined,
        id: resource.id || undefined,
        type: resource.type,
        inputs: some(values.writeProperties(resource.inputs)),
        outputs: resource.outputs && some(values.writeProperties(resource.outputs)),
        parent: resource.parent,
        protect: resource.protect || undefined,
        external: resource.external || undefined,
        dependencies: some(resource.dependencies),
        initErrors: some(resource.initErrors),
        provider: resource.provider,
        propertyDependencies: some(resource.propertyDependencies),
        pendingReplacement: resource.pendingReplacement || undefined,
        additionalSecretOutputs: some(resource.additionalSecretOutputs),
        aliases: some(resource.aliases),
        customTimeouts: some(resource.customTimeouts),
        retainOnDelete: resource.retainOnDelete || undefined,
        deletedWith: resource.deletedWith,
        created: resource.created,
        modified: resource.modified,
        ...resource.rest,
        ignoreChanges: some(resource.ignoreChanges),
        replaceOnChanges: some(resource.replaceOnChanges),
    };
    return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined)) as ResourceDocument;
}
