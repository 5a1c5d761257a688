import type { RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { isProvider } from "../model/resource";
import { UnsupportedError } from "../model/unsupported";

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
