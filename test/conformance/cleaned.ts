import type { DeploymentDocument } from "../../src/engine";
import type { Recorded, RecordedResource } from "./recording";

const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** Without stack and project. */
export const shortUrn = (urn: string) => urn.split("::").slice(2).join("::");

function cleanValue(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(cleanValue);
    if (typeof value !== "object" || value === null) return value;
    const object = value as Record<string, unknown>;
    if (object[signatureKey] === secretSignature) return { $secret: JSON.parse(String(object.plaintext)) as unknown };
    const entries = Object.entries(object).filter(([name]) => name !== "__provider");
    return Object.fromEntries(entries.map(([name, each]) => [name, cleanValue(each)]));
}

const kept = [
    "urn type custom id inputs outputs parent dependencies propertyDependencies deletedWith protect retainOnDelete external",
    "delete pendingReplacement initErrors additionalSecretOutputs ignoreChanges",
].flatMap((names) => names.split(" "));
const urnFields = ["urn", "parent", "deletedWith"];

type Resource = NonNullable<DeploymentDocument["deployment"]["resources"]>[number];

function cleanField(name: string, value: unknown): unknown {
    if (urnFields.includes(name)) return shortUrn(value as string);
    if (name === "dependencies") return (value as string[]).map(shortUrn).sort();
    if (name !== "propertyDependencies") return cleanValue(value);
    const entries = Object.entries(value as Record<string, string[]>);
    return Object.fromEntries(
        entries.filter(([, urns]) => urns.length > 0).map(([key, urns]) => [key, urns.map(shortUrn).sort()]),
    );
}

function cleanResource(resource: Resource): RecordedResource {
    const fields = kept.map((name) => [name, resource[name]] as const);
    const set = fields.filter(([, value]) => value !== undefined && value !== "" && value !== false);
    return Object.fromEntries(
        set.map(([name, value]) => [name, cleanField(name, value)]),
    ) as unknown as RecordedResource;
}

const inOrder = (one: RecordedResource, other: RecordedResource) =>
    JSON.stringify([one.urn, one.delete]) < JSON.stringify([other.urn, other.delete]) ? -1 : 1;

/** As the recordings have states, in the order of their URNs: theirs depends on chance. */
export function cleanState(document: DeploymentDocument): RecordedResource[] {
    const resources = document.deployment.resources ?? [];
    return sortState(resources.filter(({ type }) => !type.startsWith("pulumi:providers:")).map(cleanResource));
}

export const sortState = (state: RecordedResource[]) =>
    state
        .map((each) => ({ ...each, ...(each.dependencies && { dependencies: [...each.dependencies].sort() }) }))
        .sort(inOrder);

export const pendingIn = ({ deployment }: DeploymentDocument): { type: string; urn: string }[] =>
    (deployment.pending_operations ?? []).map(({ type, resource }) => ({ type, urn: shortUrn(resource.urn) }));

/** What an engine has told, without what depends on the machine. */
export const cleanDiagnostics = (diagnostics: Recorded["diagnostics"], dir: string): Recorded["diagnostics"] =>
    diagnostics.map(({ severity, urn, message }) => ({
        severity,
        ...(urn && { urn: shortUrn(urn) }),
        message: (message.trim().split("\n    at ")[0] ?? "").replaceAll(dir, "DIR").replaceAll(process.cwd(), "DIR"),
    }));

/** The state of a stack that has none yet. */
export const emptyStack: DeploymentDocument = {
    version: 3,
    deployment: { manifest: { time: "", magic: "", version: "" } },
};
