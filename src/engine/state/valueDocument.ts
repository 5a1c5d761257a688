import { isObject, type Properties, ResourceReference, Secret, unknown, Unknown, type Value } from "../model/values";
import { floatSignature, referenceSignature, secretSignature, signatureKey, unknownText } from "../protocol/wire";
import type { Seal } from "./seal";

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
