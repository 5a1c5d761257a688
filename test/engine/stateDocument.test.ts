import fc from "fast-check";
import { type Resource, UnsupportedError } from "../../src/engine/model/resource";
import { Secret } from "../../src/engine/model/values";
import { secretSignature, signatureKey } from "../../src/engine/protocol";
import { parseDeployment, readStack, saltOf, writeStack } from "../../src/engine/state/document";
import { Passphrase } from "../../src/engine/state/passphrase";
import { anyProperties } from "./arbitraries";
import { resource } from "./resources";

const write = (...resources: Resource[]) => writeStack({ resources, pending: [] }, 0);
/** Through its text, as a file goes. */
const throughText = (document: object) => parseDeployment(JSON.parse(JSON.stringify(document)));

describe("the deployment document", () => {
    test("preserves any resource, in plain text and encrypted", async () => {
        const seal = await Passphrase.create("p");
        fc.assert(
            fc.property(anyProperties, anyProperties, (inputs, outputs) => {
                const document = write(resource("a", { inputs, outputs }));
                expect(parseDeployment(seal.parse(seal.stringify(document)))).toEqual(throughText(document));
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

    test("keeps the ciphertext of unchanged secrets, and encrypts no two alike", async () => {
        const seal = await Passphrase.create("p");
        const document = write(resource("a", { inputs: { pw: new Secret("x") }, outputs: { pw: new Secret("x") } }));
        const text = seal.stringify(document);
        expect(text).not.toContain('\\"x\\"');
        const [one, other] = [...text.matchAll(/"ciphertext": "(.*)"/g)].map(([, sealed]) => sealed);
        expect(one).not.toEqual(other);
        expect(seal.stringify(document)).toBe(text);
        expect(seal.stringify(seal.parse(text) as object)).toBe(text);
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

    test("names the invalid field", () => {
        expect(() => parseDeployment({ version: 4, deployment: {} })).toThrow("version");
        expect(() => parseDeployment({ version: 3, deployment: { manifest: {} } })).toThrow("manifest.time");
    });

    test("names its secrets provider", () => {
        const document = write();
        document.deployment.secrets_providers = { type: "passphrase", state: { salt: "v1:abc" } };
        expect(saltOf(document)).toBe("v1:abc");
        document.deployment.secrets_providers = { type: "service", state: {} };
        expect(() => saltOf(document)).toThrow("secrets provider 'service'");
    });

    test("is not read without its passphrase if it is encrypted", async () => {
        const seal = await Passphrase.create("p");
        const sealed = seal.stringify(write(resource("a", { outputs: { pw: new Secret("x") } })));
        expect(() => readStack(parseDeployment(JSON.parse(sealed)))).toThrow("passphrase");
    });
});

// Made by the Pulumi CLI, with the passphrase `p`.
const salt = "v1:aHdnLJxn6s0=:v1:mDvWDXx0X2w44ACt:5tXQxVfEIGMNaVzt/5aK3DTbXudcuw==";

const secret = (plaintext: string) => ({ [signatureKey]: secretSignature, plaintext });

describe("the passphrase", () => {
    test("opens its own salt, and decrypts what it encrypted", async () => {
        const made = await Passphrase.create("another");
        const opened = await Passphrase.open("another", made.salt, "state.json");
        fc.assert(
            fc.property(fc.string({ unit: "grapheme" }), (text) => {
                const sealed = made.stringify(secret(text));
                expect(sealed).not.toContain("plaintext");
                expect(opened.parse(sealed)).toEqual(secret(text));
            }),
        );
    });

    test("a malformed salt is refused", async () => {
        await expect(Passphrase.open("p", "v2:abc", "state.json")).rejects.toThrow("malformed");
    });

    test("a value that was tampered with is refused", async () => {
        const passphrase = await Passphrase.open("p", salt, "state.json");
        expect(() => passphrase.decrypt("v1:5FzWcMB3qCZFsWsi:Q9OG8oC7/i3E/vHoll9qk7QVVA==")).toThrow();
        expect(() => passphrase.decrypt("no such thing")).toThrow("malformed");
    });
});
