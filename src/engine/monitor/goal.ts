import type { Alias as AliasMessage } from "@pulumi/pulumi/proto/alias_pb";
import type { ReadResourceRequest, RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import {
    type Alias,
    type CustomTimeouts,
    type Goal,
    isProvider,
    type ReadGoal,
    UnsupportedError,
    type Urn,
} from "../model/resource";
import { fromStruct } from "../protocol";

const unitSeconds: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

/** Parses a duration such as `1h30m` into seconds. @throws Error if it is invalid. */
export function seconds(duration: string): number {
    const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
    if (parts.length === 0 || parts.map(([part]) => part).join("") !== duration)
        throw new Error(`unable to parse customTimeout Value ${duration}`);
    return parts.reduce((sum, [, figure, unit]) => sum + Number(figure) * (unitSeconds[unit ?? ""] ?? 0), 0);
}

function timeouts(request: RegisterResourceRequest): CustomTimeouts | undefined {
    const given = request.getCustomtimeouts();
    const set = Object.entries({ create: given?.getCreate(), update: given?.getUpdate(), delete: given?.getDelete() })
        .filter(([, duration]) => duration)
        .map(([name, duration]) => [name, seconds(duration ?? "")] as const);
    return set.length === 0 ? undefined : Object.fromEntries(set);
}

function alias(message: AliasMessage, specified: boolean): Alias {
    const spec = message.getSpec();
    if (!spec) return { urn: message.getUrn() };
    const parent = spec.getParenturn() || undefined;
    // Older SDKs, which do not announce alias specs, send `noParent` inverted.
    const noParent = specified ? spec.getNoparent() : !spec.getNoparent() && parent === undefined;
    return {
        name: spec.getName(),
        type: spec.getType(),
        stack: spec.getStack(),
        project: spec.getProject(),
        parent,
        noParent,
    };
}

function propertyDependencies(request: RegisterResourceRequest, names: string[], all: Urn[]): Record<string, Urn[]> {
    const given = request.getPropertydependenciesMap();
    if (given.getLength() === 0) return Object.fromEntries(names.map((name) => [name, all]));
    const entries: [string, Urn[]][] = [];
    given.forEach((dependencies, name) => entries.push([name, dependencies.getUrnsList().sort()]));
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function goalOf(request: RegisterResourceRequest): Goal {
    const properties = fromStruct(request.getObject());
    const dependencies = request.getDependenciesList().sort();
    const dbrGiven = request.getDeletebeforereplacedefined() || request.getDeletebeforereplace();
    const aliasUrns = request.getAliasurnsList().map((urn) => ({ urn }));
    return {
        type: request.getType(),
        name: request.getName(),
        custom: request.getCustom(),
        parent: request.getParent() || undefined,
        properties,
        dependencies,
        propertyDependencies: propertyDependencies(request, Object.keys(properties), dependencies),
        protect: request.hasProtect() ? request.getProtect() : undefined,
        retainOnDelete: request.hasRetainondelete() ? request.getRetainondelete() : undefined,
        deletedWith: request.getDeletedwith() || undefined,
        deleteBeforeReplace: dbrGiven ? request.getDeletebeforereplace() : undefined,
        ignoreChanges: request.getIgnorechangesList(),
        replaceOnChanges: request.getReplaceonchangesList(),
        additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
        aliases: [...aliasUrns, ...request.getAliasesList().map((each) => alias(each, request.getAliasspecs()))],
        customTimeouts: timeouts(request),
    };
}

export function readGoalOf(request: ReadResourceRequest): ReadGoal {
    return {
        type: request.getType(),
        name: request.getName(),
        id: request.getId(),
        parent: request.getParent() || undefined,
        properties: fromStruct(request.getProperties()),
        dependencies: request.getDependenciesList().sort(),
        additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    };
}

type Asked = (request: RegisterResourceRequest) => boolean;

// Old SDKs' messages lack this field.
const hasStateMigrations: Asked = (request) => {
    const get = (request as { getStateMigrationsList?: () => unknown[] }).getStateMigrationsList;
    return get !== undefined && get.call(request).length > 0;
};

const hasHooks: Asked = (request) => {
    const hooks = request.getHooks()?.toObject() ?? {};
    return Object.values(hooks).some((names) => Array.isArray(names) && names.length > 0);
};

const refusals: Record<string, Asked> = {
    "components that live in a plugin": (request) => request.getRemote(),
    "the option 'import'": (request) => request.getImportid() !== "",
    "the option 'hooks'": hasHooks,
    "the option 'hideDiffs'": (request) => request.getHidediffsList().length > 0,
    "the option 'replaceWith'": (request) => request.getReplaceWithList().length > 0,
    "state migrations": hasStateMigrations,
    "the option 'replacementTrigger'": (request) => request.hasReplacementTrigger(),
    "explicit providers": (request) => isProvider({ type: request.getType() }) || request.getProvider() !== "",
    "package references": (request) => request.getPackageref() !== "",
};

/** @throws UnsupportedError if the registration uses an unsupported feature. */
export function refuseUnsupported(request: RegisterResourceRequest): void {
    const asked = Object.entries(refusals).find(([, isAsked]) => isAsked(request));
    if (asked) throw new UnsupportedError(`${asked[0]} (${request.getType()} '${request.getName()}')`);
}
