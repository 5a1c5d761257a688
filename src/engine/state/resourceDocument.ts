import { z } from "zod";
import { blankResource, type Resource, UnsupportedError } from "../model/resource";
import { Secret } from "../model/values";
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
} from "../protocol";

const urns = z.array(z.string());
const properties = z.record(z.string(), z.unknown());

/** A resource in a deployment document, with its fields in the order in which Pulumi writes them. */
export const resourceDocument = z.looseObject({
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
    dependencies: urns.nullish(),
    initErrors: z.array(z.string()).nullish(),
    provider: z.string().optional(),
    propertyDependencies: z.record(z.string(), urns.nullable()).nullish(),
    pendingReplacement: z.boolean().optional(),
    additionalSecretOutputs: z.array(z.string()).nullish(),
    aliases: urns.nullish(),
    customTimeouts: z
        .object({
            create: z.number().optional(),
            update: z.number().optional(),
            delete: z.number().optional(),
            read: z.number().optional(),
        })
        .nullish(),
    retainOnDelete: z.boolean().optional(),
    deletedWith: z.string().optional(),
    created: z.string().optional(),
    modified: z.string().optional(),
    ignoreChanges: z.array(z.string()).nullish(),
    replaceOnChanges: z.array(z.string()).nullish(),
});
export type ResourceDocument = z.infer<typeof resourceDocument>;

// Fields that would require different behaviour. All other unknown fields are preserved.
const beyond = ["taint", "refreshBeforeUpdate", "viewOf", "replaceWith", "replacementTrigger", "resourceHooks"];

const isSet = (value: unknown): boolean =>
    typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
const isKnown = (field: string) => Object.hasOwn(resourceDocument.shape, field);

/** @throws UnsupportedError if the resource uses a feature that only the Pulumi CLI supports. */
export function readResource(document: ResourceDocument): Resource {
    const asked = beyond.find((field) => isSet(document[field]));
    if (asked) throw new UnsupportedError(`'${asked}' of ${document.urn} in the state`);
    const readProperties = (raw = {}) => propertiesFromWire(raw, readSpecial);
    const fields = Object.entries(document);
    const { inputs, outputs, propertyDependencies } = document;
    // Without the fields that say nothing, what is left has the types of a resource.
    const set = Object.fromEntries(fields.filter(([name, value]) => isKnown(name) && isSet(value))) as {
        [Field in Exclude<keyof Resource, "inputs" | "outputs" | "rest">]?: Resource[Field];
    };
    const rest = Object.fromEntries(fields.filter(([name]) => !isKnown(name)));
    return {
        ...blankResource(document.type, document.custom),
        ...set,
        urn: document.urn,
        inputs: readProperties(inputs),
        outputs: outputs && readProperties(outputs),
        propertyDependencies: propertyDependencies
            ? Object.fromEntries(Object.entries(propertyDependencies).map(([name, urns]) => [name, urns ?? []]))
            : undefined,
        rest: isSet(rest) ? rest : undefined,
    };
}

/** Omits fields that say nothing, as Pulumi does. */
export function writeResource({ rest, ...resource }: Resource): ResourceDocument {
    const fields: Record<string, unknown> = {
        ...resource,
        inputs: propertiesToWire(resource.inputs, reader("plaintext")),
        outputs: propertiesToWire(resource.outputs ?? {}, reader("plaintext")),
    };
    const names = Object.keys(resourceDocument.shape).filter((name) => name === "custom" || isSet(fields[name]));
    return { ...Object.fromEntries(names.map((name) => [name, fields[name]])), ...rest } as ResourceDocument;
}

const hexadecimal = 16;
const float = new DataView(new ArrayBuffer(Float64Array.BYTES_PER_ELEMENT));

/** In hexadecimal. A number that is none has the bits with which it arrives from the program. */
function bitsOf(value: number): string {
    if (Number.isNaN(value)) return "7fffffffffffffff";
    float.setFloat64(0, value);
    return float.getBigUint64(0).toString(hexadecimal);
}

function fromBits(bits: string): number {
    float.setBigUint64(0, BigInt(`0x${bits}`));
    return float.getFloat64(0);
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
    if (object[signatureKey] === floatSignature) return fromBits(textOf(object.value));
    if (object[signatureKey] !== secretSignature) return undefined;
    if (typeof object.plaintext !== "string")
        throw new Error("the state is encrypted, and its passphrase was not given");
    return new Secret(fromWire(JSON.parse(object.plaintext), readNested));
};
