import { z } from "zod";
import { blankResource, type Resource, UnsupportedError } from "../model/resource";
import { isObject, type Properties, ResourceReference, Secret, unknown, Unknown, type Value } from "../model/values";
import { floatSignature, referenceSignature, secretSignature, signatureKey, unknownText } from "../protocol";
import type { Seal } from "./passphrase";

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
export function readResource(document: ResourceDocument, values: ValueDocument): Resource {
    const asked = beyond.find((field) => isSet(document[field]));
    if (asked) throw new UnsupportedError(`'${asked}' of ${document.urn} in the state`);
    const fields = Object.entries(document);
    const { inputs, outputs, propertyDependencies } = document;
    // Without the fields that say nothing, what is left has the types of a resource.
    const set = Object.fromEntries(fields.filter(([name, value]) => isKnown(name) && isSet(value))) as {
        [Field in Exclude<keyof Resource, "inputs" | "outputs" | "rest">]?: Resource[Field];
    };
    const rest = Object.fromEntries(fields.filter(([name]) => !isKnown(name)));
    return {
        ...blankResource(document.urn, document.type, document.custom),
        ...set,
        inputs: values.readProperties(inputs),
        outputs: outputs && values.readProperties(outputs),
        propertyDependencies: propertyDependencies
            ? Object.fromEntries(Object.entries(propertyDependencies).map(([name, urns]) => [name, urns ?? []]))
            : undefined,
        rest: isSet(rest) ? rest : undefined,
    };
}

/** Omits fields that say nothing, as Pulumi does. */
export function writeResource({ rest, ...resource }: Resource, values: ValueDocument): ResourceDocument {
    const fields: Record<string, unknown> = {
        ...resource,
        inputs: values.writeProperties(resource.inputs),
        outputs: values.writeProperties(resource.outputs ?? {}),
    };
    const names = Object.keys(resourceDocument.shape).filter((name) => name === "custom" || isSet(fields[name]));
    return { ...Object.fromEntries(names.map((name) => [name, fields[name]])), ...rest } as ResourceDocument;
}

const text = (raw: unknown): string => (typeof raw === "string" ? raw : "");

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

/** Converts property values to and from a deployment document. */
export class ValueDocument {
    constructor(private readonly seal: Seal) {}

    write(value: Value): unknown {
        if (value instanceof Secret) {
            const text = JSON.stringify(new ValueDocument(bareSeal).write(value.value));
            return { [signatureKey]: secretSignature, ...this.seal.close(value, text) };
        }
        if (value instanceof Unknown) return unknownText;
        if (value instanceof ResourceReference) {
            const { urn, id, packageVersion } = value;
            return { [signatureKey]: referenceSignature, urn, packageVersion, ...(id && { id: this.write(id) }) };
        }
        if (Array.isArray(value)) return value.map((item) => this.write(item));
        if (typeof value === "number" && !Number.isFinite(value))
            return { [signatureKey]: floatSignature, value: bitsOf(value) };
        return isObject(value) ? this.writeProperties(value) : value;
    }

    writeProperties(properties: Properties): Record<string, unknown> {
        const names = Object.keys(properties).sort();
        return Object.fromEntries(names.map((name) => [name, this.write(properties[name] ?? null)]));
    }

    read(raw: unknown): Value {
        if (raw === unknownText) return unknown;
        if (raw === null || typeof raw === "string" || typeof raw === "number" || typeof raw === "boolean") return raw;
        if (Array.isArray(raw)) return raw.map((item) => this.read(item));
        const object = raw as Record<string, unknown>;
        if (object[signatureKey] === secretSignature)
            return this.seal.open(object, (text) => new ValueDocument(bareSeal).read(JSON.parse(text)));
        if (object[signatureKey] === floatSignature) return fromBits(text(object.value));
        if (object[signatureKey] === referenceSignature) {
            const id = object.id === undefined ? undefined : this.read(object.id);
            return new ResourceReference(text(object.urn), id, text(object.packageVersion));
        }
        return this.readProperties(object);
    }

    readProperties(raw: Record<string, unknown> = {}): Properties {
        return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, this.read(value)]));
    }
}

/** Nested secrets inside an encrypted value are not encrypted again; they keep their marks with plain text. */
const bareSeal: Seal = {
    close: (_secret, text) => ({ ciphertext: text }),
    open: ({ ciphertext, plaintext }, toValue) => new Secret(toValue(ciphertext ?? plaintext ?? "null")),
};
