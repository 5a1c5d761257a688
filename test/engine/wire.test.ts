import fc from "fast-check";
import { UnsupportedError } from "../../src/engine/model/resource";
import { containsSecrets, mapLeaves, reveal, Secret, unknown } from "../../src/engine/model/values";
import { fromStruct, fromWire, signatureKey, toStruct } from "../../src/engine/protocol";
import { anyProperties } from "./arbitraries";

const all = { secrets: true, unknowns: true, references: true };

describe("values on the wire", () => {
    test("arrive unchanged at a reader that supports all marks", () => {
        fc.assert(
            fc.property(anyProperties, (properties) => {
                expect(fromStruct(toStruct(properties, all))).toEqual(properties);
            }),
        );
    });

    test("are plain for a reader without support for secrets", () => {
        fc.assert(
            fc.property(anyProperties, (properties) => {
                const arrived = fromStruct(toStruct(properties, { unknowns: true, references: true }));
                expect(containsSecrets(arrived)).toBe(false);
                expect(arrived).toEqual(reveal(properties));
            }),
        );
    });

    test("lack unknown values for a reader without support for them", () => {
        const sent = { a: unknown, b: [1, unknown], c: new Secret(unknown), d: { e: unknown } };
        expect(fromStruct(toStruct(sent, {}))).toEqual({ b: [1, null], d: {} });
        fc.assert(
            fc.property(anyProperties, (properties) => {
                const arrived = reveal(fromStruct(toStruct(properties, { secrets: true })));
                expect(mapLeaves(arrived, (leaf) => (leaf === unknown ? undefined : leaf))).toEqual(arrived);
            }),
        );
    });

    test("replace a resource by its id for a provider", () => {
        const reference = fromWire({
            [signatureKey]: "5cf8f73096256a8f31e491e813e4eb8e",
            urn: "urn:pulumi:dev::p::t::n",
            id: "the-id",
        });
        expect(fromStruct(toStruct({ reference }, {}))).toEqual({ reference: "the-id" });
    });

    test("refuse assets and unknown signatures", () => {
        const special = (signature: string) => () => fromWire({ [signatureKey]: signature });
        expect(special("c44067f5952c0a294b673a41bacd8c17")).toThrow(UnsupportedError);
        expect(special("something new")).toThrow("use the Pulumi CLI");
    });

    test("hide secrets in JSON", () => {
        const secret = { outer: new Secret("hunter2") };
        expect(JSON.stringify(secret)).not.toContain("hunter2");
        expect(JSON.stringify(mapLeaves(secret, () => "x"))).not.toContain("hunter2");
    });
});
