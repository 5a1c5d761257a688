import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { blankResource, type Resource, UnsupportedError } from "./model/resource";
import { Secret } from "./model/values";
import {
    floatSignature,
    fromWire,
    propertiesFromWire,
    propertiesToWire,
    type Reader,
    type ReadSpecial,
    secretSignature,
    signatureKey,
    textOf,
    toWire,
} from "./protocol";

// The deployment document that `pulumi stack export` writes. Unknown fields are preserved.

const texts = z.array(z.string());
const urnsOrNull = texts.nullable().transform((urns) => urns ?? []);
const properties = z.record(z.string(), z.unknown());

/** A resource in a deployment document, with its fields in the order in which Pulumi writes them. */
const resourceDocument = z.looseObject({
    urn: z.string(),
    custom: z.boolean().default(false),
    delete: z.boolean().optional(),
    id: z.string().optional(),
    type: z.string(),
    inputs: properties.optional(),
    outputs: properties.optional(),
    parent: z.string().optional(),
    protect: z.boolean().optional(),
    external: z.boolean().optional(),
    dependencies: texts.nullish(),
    initErrors: texts.nullish(),
    provider: z.string().optional(),
    propertyDependencies: z.record(z.string(), urnsOrNull).nullish(),
    pendingReplacement: z.boolean().optional(),
    additionalSecretOutputs: texts.nullish(),
    aliases: texts.nullish(),
    customTimeouts: z.record(z.string(), z.number()).nullish(),
    retainOnDelete: z.boolean().optional(),
    deletedWith: z.string().optional(),
    created: z.string().optional(),
    modified: z.string().optional(),
    ignoreChanges: texts.nullish(),
    replaceOnChanges: texts.nullish(),
});
export type ResourceDocument = z.infer<typeof resourceDocument>;

const operationTypes = ["creating", "updating", "deleting", "reading", "importing"] as const;
export type OperationType = (typeof operationTypes)[number];

const documentVersion = 3;

const deploymentDocument = z.looseObject({
    version: z.literal(documentVersion),
    deployment: z.looseObject({
        manifest: z.looseObject({ time: z.string(), magic: z.string(), version: z.string() }),
        secrets_providers: z.looseObject({ type: z.string(), state: z.unknown() }).nullish(),
        resources: z.array(resourceDocument).nullish(),
        pending_operations: z.array(z.object({ resource: resourceDocument, type: z.enum(operationTypes) })).nullish(),
        metadata: z.looseObject({}).nullish(),
    }),
});

/**
 * A stack's state: Pulumi's deployment document, version 3, as `pulumi stack export` writes and `pulumi stack import`
 * reads it.
 */
export type DeploymentDocument = z.infer<typeof deploymentDocument>;

/** @throws Error that names the invalid field. */
export function parseDeployment(raw: unknown): DeploymentDocument {
    const parsed = deploymentDocument.safeParse(raw);
    if (parsed.success) return parsed.data;
    throw new Error(`this is no Pulumi deployment of version ${documentVersion}: ${z.prettifyError(parsed.error)}`);
}

/** A step that was started, and whose outcome is unknown. */
export interface PendingOperation {
    resource: Resource;
    type: OperationType;
}

/** The state of a stack, with resources in dependency order. */
export interface StackState {
    resources: Resource[];
    pending: PendingOperation[];
}

/** @throws UnsupportedError; Error if a secret is encrypted. */
export function readStack({ deployment }: DeploymentDocument): StackState {
    const { resources, pending_operations: pending } = deployment;
    return {
        resources: (resources ?? []).map(readResource),
        pending: (pending ?? []).map(({ resource, type }) => ({ resource: readResource(resource), type })),
    };
}

// The manifest requires an engine version. The version of the SDK is used, since the engine implements its protocol.
const { version } = JSON.parse(readFileSync(require.resolve("@pulumi/pulumi/package.json"), "utf8")) as {
    version: string;
};
const engineVersion = `v${version}`;

/** With secrets in plain text. */
export function writeStack({ resources, pending }: StackState, now: number): DeploymentDocument {
    return {
        version: documentVersion,
        deployment: {
            manifest: {
                time: new Date(now).toISOString(),
                // Pulumi verifies this checksum of the version.
                magic: createHash("sha256").update(engineVersion).digest("hex"),
                version: engineVersion,
            },
            ...(resources.length > 0 && { resources: resources.map(writeResource) }),
            ...(pending.length > 0 && {
                pending_operations: pending.map(({ resource, type }) => ({ resource: writeResource(resource), type })),
            }),
            metadata: {},
        },
    };
}

// Fields that would require different behaviour. All other unknown fields are preserved.
const beyond = ["taint", "refreshBeforeUpdate", "viewOf", "replaceWith", "replacementTrigger", "resourceHooks"];

const isSet = (value: unknown): boolean =>
    typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
const isKnown = (field: string) => Object.hasOwn(resourceDocument.shape, field);

/** @throws UnsupportedError if the resource uses a feature that only the Pulumi CLI supports. */
function readResource(document: ResourceDocument): Resource {
    const asked = beyond.find((field) => isSet(document[field]));
    if (asked) throw new UnsupportedError(`'${asked}' of ${document.urn} in the state`);
    const fields = Object.entries(document);
    const { inputs, outputs } = document;
    // Without the fields that say nothing, what is left has the types of a resource.
    const set = Object.fromEntries(fields.filter(([name, value]) => isKnown(name) && isSet(value))) as {
        [Field in Exclude<keyof Resource, "inputs" | "outputs" | "rest">]?: Resource[Field];
    };
    return {
        ...blankResource(document.type, document.custom),
        ...set,
        urn: document.urn,
        inputs: readProperties(inputs),
        outputs: outputs && readProperties(outputs),
        rest: Object.fromEntries(fields.filter(([name]) => !isKnown(name))),
    };
}

const readProperties = (raw: Record<string, unknown> = {}) => propertiesFromWire(raw, readSpecial);

function writeResource({ rest, ...resource }: Resource): ResourceDocument {
    const fields: Record<string, unknown> = {
        ...resource,
        inputs: propertiesToWire(resource.inputs, reader("plaintext")),
        outputs: propertiesToWire(resource.outputs ?? {}, reader("plaintext")),
    };
    const names = Object.keys(resourceDocument.shape).filter((name) => name === "custom" || isSet(fields[name]));
    return { ...Object.fromEntries(names.map((name) => [name, fields[name]])), ...rest } as ResourceDocument;
}

/** In hexadecimal. A number that is none has the bits with which it arrives from the program. */
function bitsOf(value: number): string {
    if (Number.isNaN(value)) return "7fffffffffffffff";
    const bits = Buffer.alloc(Float64Array.BYTES_PER_ELEMENT);
    bits.writeDoubleBE(value);
    return bits.toString("hex");
}

/**
 * A deployment document has all marks. A secret inside of another one has its plain text in the other field, since only
 * the outer one is encrypted.
 */
const reader = (field: "plaintext" | "ciphertext"): Reader => ({
    secrets: (secret) => ({ [field]: JSON.stringify(toWire(secret.value, reader("ciphertext"))) }),
    unknowns: true,
    references: true,
    notFinite: (value) => ({ [signatureKey]: floatSignature, value: bitsOf(value) }),
});

const readNested: ReadSpecial = (object) => readSpecial({ plaintext: object.ciphertext, ...object });

const readSpecial: ReadSpecial = (object) => {
    if (object[signatureKey] === floatSignature) return Buffer.from(textOf(object.value), "hex").readDoubleBE();
    if (object[signatureKey] !== secretSignature) return undefined;
    if (typeof object.plaintext !== "string")
        throw new Error("the state is encrypted: export it with `pulumi stack export --show-secrets`");
    return new Secret(fromWire(JSON.parse(object.plaintext), readNested));
};
