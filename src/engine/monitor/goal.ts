import type { Alias as AliasMessage } from "@pulumi/pulumi/proto/alias_pb";
import type {
    ReadResourceRequest,
    RegisterResourceRequest,
    TransformResourceOptions,
} from "@pulumi/pulumi/proto/resource_pb";
import {
    type Alias,
    blankResource,
    type Goal,
    isProvider,
    type Resource,
    UnsupportedError,
    type Urn,
} from "../model/resource";
import { parseDuration } from "../../shared/duration";
import { fromStruct } from "../protocol";
import { RejectedError } from "./transforms";

/** @throws Error if a duration such as `1h30m` is invalid. */
export function seconds(duration: string): number {
    const parsed = parseDuration(duration);
    if (parsed === undefined) throw new Error(`unable to parse customTimeout Value ${duration}`);
    return parsed / 1000;
}

function timeouts(given: RegisterResourceRequest.CustomTimeouts | undefined): Resource["customTimeouts"] {
    const all = { create: given?.getCreate(), update: given?.getUpdate(), delete: given?.getDelete() };
    const set = Object.entries(all).flatMap(([name, text]) => (text ? [[name, seconds(text)] as const] : []));
    return set.length === 0 ? undefined : Object.fromEntries(set);
}

function alias(message: AliasMessage): Alias {
    const { urn, spec } = message.toObject();
    if (!spec) return { urn };
    const { parenturn, noparent, ...identity } = spec;
    return { ...identity, parent: parenturn || undefined, noParent: noparent };
}

function propertyDependencies(request: RegisterResourceRequest, names: string[], all: Urn[]): Record<string, Urn[]> {
    const given = request.getPropertydependenciesMap();
    if (given.getLength() === 0) return Object.fromEntries(names.map((name) => [name, all]));
    const entries: [string, Urn[]][] = [];
    given.forEach((dependencies, name) => entries.push([name, dependencies.getUrnsList().sort()]));
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** @param options those of the request, after transforms */
export function goalOf(request: RegisterResourceRequest, options: TransformResourceOptions): Goal {
    const inputs = fromStruct(request.getObject());
    const dependencies = options.getDependsOnList().sort();
    return {
        name: request.getName(),
        resource: {
            ...blankResource(request.getType(), request.getCustom()),
            parent: request.getParent() || undefined,
            inputs,
            dependencies,
            propertyDependencies: propertyDependencies(request, Object.keys(inputs), dependencies),
            protect: options.getProtect() ?? false,
            retainOnDelete: options.getRetainOnDelete() ?? false,
            deletedWith: options.getDeletedWith() || undefined,
            ignoreChanges: options.getIgnoreChangesList(),
            replaceOnChanges: options.getReplaceOnChangesList(),
            additionalSecretOutputs: options.getAdditionalSecretOutputsList(),
            customTimeouts: timeouts(options.getCustomTimeouts()),
        },
        deleteBeforeReplace: options.hasDeleteBeforeReplace() ? options.getDeleteBeforeReplace() : undefined,
        aliases: options.getAliasesList().map(alias),
    };
}

export function readGoalOf(request: ReadResourceRequest): Goal {
    return {
        name: request.getName(),
        resource: {
            ...blankResource(request.getType(), true),
            external: true,
            // May be unknown in a preview.
            id: request.getId(),
            parent: request.getParent() || undefined,
            inputs: fromStruct(request.getProperties()),
            outputs: {},
            dependencies: request.getDependenciesList().sort(),
            propertyDependencies: {},
            additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
        },
        aliases: [],
    };
}

type Asked = (request: RegisterResourceRequest, options: TransformResourceOptions) => boolean;

const refusals: Record<string, Asked> = {
    "components that live in a plugin": (request) => request.getRemote(),
    "the option 'import'": (_request, options) => options.getImport() !== "",
    "the option 'hooks'": (_request, options) => Object.values(options.getHooks()?.toObject() ?? {}).flat().length > 0,
    "the option 'hideDiffs'": (request) => request.getHidediffsList().length > 0,
    "the option 'replaceWith'": (request) => request.getReplaceWithList().length > 0,
    // Old SDKs' messages lack this field.
    "state migrations": (request) =>
        ((request as { getStateMigrationsList?: () => unknown[] }).getStateMigrationsList?.() ?? []).length > 0,
    "the option 'replacementTrigger'": (request) => request.hasReplacementTrigger(),
    "explicit providers": (request, options) => isProvider({ type: request.getType() }) || options.getProvider() !== "",
    "package references": (request) => request.getPackageref() !== "",
};

export function refuseUnsupported(request: RegisterResourceRequest, options: TransformResourceOptions): void {
    // Old SDKs' messages lack this field.
    const { getEnvvarmappingsMap: mappings } = request as Partial<RegisterResourceRequest>;
    if ((mappings?.call(request).getLength() ?? 0) > 0 && !isProvider({ type: request.getType() }))
        throw new RejectedError("envVarMappings can only be used with provider resources");
    const asked = Object.entries(refusals).find(([, isAsked]) => isAsked(request, options));
    if (asked) throw new UnsupportedError(`${asked[0]} (${request.getType()} '${request.getName()}')`);
}
