import fc from "fast-check";
import { type Resource, UnsupportedError } from "../../src/engine/model/resource";
import { Secret } from "../../src/engine/model/values";
import { secretSignature, signatureKey } from "../../src/engine/protocol";
import { parseDeployment, readStack, writeStack } from "../../src/engine/stateDocument";
import { anyProperties } from "./arbitraries";
import { resource } from "./resources";

const write = (...resources: Resource[]) => writeStack({ resources, pending: [] }, 0);
/** Through its text, as a file goes. */
const throughText = (document: object) => parseDeployment(JSON.parse(JSON.stringify(document)));

describe("the deployment document", () => {
    test("preserves any resource", () => {
        fc.assert(
            fc.property(anyProperties, anyProperties, (inputs, outputs) => {
                const document = write(resource("a", { inputs, outputs }));
                const [after] = readStack(throughText(document)).resources;
                expect(after?.inputs).toEqual(inputs);
                expect(after?.outputs ?? {}).toEqual(outputs);
            }),
        );
    });

    test("has the fields of `pulumi stack export`, and omits empty ones", () => {
        const document = write(
            resource("a", {
                id: "a-1",
                inputs: { b: 1, a: new Secret("s") },
                outputs: { a: new Secret("s") },
                protect: true,
                dependencies: ["urn:x"],
                propertyDependencies: { a: [], b: ["urn:x"] },
                customTimeouts: { create: 300 },
                initErrors: ["not ready"],
            }),
        );
        const secret = {
            "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
            plaintext: '"s"',
        };
        expect(document).toEqual({
            version: 3,
            deployment: {
                manifest: {
                    time: "1970-01-01T00:00:00.000Z",
                    magic: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
                    version: expect.stringMatching(/^v3\./) as string,
                },
                resources: [
                    {
                        urn: "urn:pulumi:dev::p::pulumi-nodejs:dynamic/t:T::a",
                        custom: true,
                        id: "a-1",
                        type: "pulumi-nodejs:dynamic/t:T",
                        inputs: { a: secret, b: 1 },
                        outputs: { a: secret },
                        protect: true,
                        dependencies: ["urn:x"],
                        initErrors: ["not ready"],
                        propertyDependencies: { a: [], b: ["urn:x"] },
                        customTimeouts: { create: 300 },
                    },
                ],
                metadata: {},
            },
        });
    });

    test("preserves unknown fields", () => {
        const document = write(resource("a"));
        const [only] = document.deployment.resources ?? [];
        Object.assign(only!, { sourcePosition: "project:///index.ts#1,1", importID: "i" });
        const after = write(...readStack(throughText(document)).resources);
        expect(after.deployment.resources).toEqual([only]);
    });

    test.each([
        ["taint", true],
        ["viewOf", "urn:x"],
        ["replaceWith", ["urn:x"]],
        ["resourceHooks", { beforeCreate: ["h"] }],
    ])("refuses a resource that asks for '%s'", (field, value) => {
        const document = write(resource("a"));
        Object.assign(document.deployment.resources![0]!, { [field]: value });
        expect(() => readStack(document)).toThrow(UnsupportedError);
    });

    test("is not read if it is encrypted", () => {
        const document = write(resource("a"));
        document.deployment.resources![0]!.outputs = { pw: { [signatureKey]: secretSignature, ciphertext: "v1:x" } };
        expect(() => readStack(document)).toThrow("pulumi stack export --show-secrets");
    });

    test("names the invalid field", () => {
        expect(() => parseDeployment({ version: 4, deployment: {} })).toThrow("version");
        expect(() => parseDeployment({ version: 3, deployment: { manifest: {} } })).toThrow("manifest.time");
    });
});
