import fc from "fast-check";
import { type Properties, ResourceReference, Secret, unknown, type Value } from "../../src/engine/model/values";
import { signatureKey, unknownText } from "../../src/engine/protocol";

// Without the protocol's reserved names and texts, which have a special meaning.
const isOwn = (text: string) => text === signatureKey || text === unknownText || text === "__proto__";

const key = fc.string().filter((text) => !isOwn(text));

/** Any value that a property can have. */
export const anyValue: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constant(null),
        fc.boolean(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((figure) => (Object.is(figure, -0) ? 0 : figure)),
        fc.string().filter((text) => !isOwn(text)),
        fc.constant(unknown),
        fc.string({ minLength: 1 }).map((urn) => new ResourceReference(urn, "some-id", "")),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
        tie("value").map((value) => new Secret(value)),
    ),
})).value;

export const anyProperties: fc.Arbitrary<Properties> = fc.dictionary(key, anyValue, {
    maxKeys: 4,
    noNullPrototype: true,
});
