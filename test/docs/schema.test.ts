// etc/schema.json is that of the definitions, the classes and docs/configuration.md, and takes what the definitions take.
import type { z } from "zod";
import { namespace, readSettings, settingNames, type Settings } from "../../src/provider/config/settings";
import { functions, type FunctionDefinition } from "../../src/provider/functions";
import * as lifecycle from "../../src/provider/lifecycle";
import { secretProperties, type AnyDefinition } from "../../src/provider/lifecycle";
import { typePrefix } from "../../src/shared/registration";
import { declaredOutputs } from "../program/resources/samples";
import type { Type } from "../support/types";
import { textOf } from "./support/pages";

interface TypeSpec {
    readonly type?: string;
    readonly items?: TypeSpec;
    readonly additionalProperties?: TypeSpec;
    readonly oneOf?: readonly TypeSpec[];
    readonly $ref?: string;
}

interface PropertySpec extends TypeSpec {
    readonly description?: string;
    readonly secret?: boolean;
    readonly willReplaceOnChanges?: boolean;
}

type Properties = Readonly<Record<string, PropertySpec>>;

interface NamedType {
    readonly type: string;
    readonly properties: Properties;
    readonly required: readonly string[];
}

interface ResourceSpec {
    readonly description: string;
    readonly properties: Properties;
    readonly required: readonly string[];
    readonly inputProperties: Properties;
    readonly requiredInputs: readonly string[];
    readonly stateInputs: { readonly properties: Properties };
    readonly aliases: readonly { readonly type: string }[];
}

interface FunctionSpec {
    readonly description: string;
    readonly inputs: NamedType;
    readonly outputs: NamedType;
}

interface PackageSpec {
    readonly name: string;
    readonly version: string;
    readonly types: Readonly<Record<string, NamedType>>;
    readonly config: { readonly variables: Properties };
    readonly provider: { readonly inputProperties: Properties };
    readonly resources: Readonly<Record<string, ResourceSpec>>;
    readonly functions: Readonly<Record<string, FunctionSpec>>;
}

const { schemaText } = jest.requireActual<{ schemaText: (sources: object) => string }>("../../scripts/docs/schema.cjs");
const sources = { ...lifecycle, functions, namespace, settingNames, typePrefix };
const written = textOf("etc/schema.json");
const schema = JSON.parse(written) as PackageSpec;

const all: readonly AnyDefinition[] = Object.values(lifecycle.definitions);
const resourceOf = (type: string) => schema.resources[`clouddb:index:${type}`]!;
const fieldsOf = ({ schema }: { readonly schema: z.ZodObject }): Readonly<Record<string, z.ZodType>> => schema.shape;
const cases = all.map((definition) => ({
    type: definition.type,
    definition,
    fields: fieldsOf(definition),
    resource: resourceOf(definition.type),
}));
const namesWhere = (properties: Properties, is: (property: PropertySpec) => boolean) =>
    Object.entries(properties).flatMap(([name, property]) => (is(property) ? [name] : []));

test("the file is current: npm run docs", () => {
    expect(schemaText(sources)).toBe(written);
});

test("its version is the package's, and it has a resource for each definition", () => {
    expect(schema.version).toBe((JSON.parse(textOf("package.json")) as { version: string }).version);
    expect(Object.keys(schema.resources)).toEqual(all.map(({ type }) => `clouddb:index:${type}`));
});

test("an argument without a declaration in the class is an error, and so is a setting that the page does not have", () => {
    const { vpc } = lifecycle.definitions;
    const renamed = { ...vpc, schema: vpc.schema.extend({ color: lifecycle.nameText }) };
    expect(() => schemaText({ ...sources, definitions: { vpc: renamed } })).toThrow("VpcArgs does not declare color");
    expect(() => schemaText({ ...sources, settingNames: [...settingNames, "color"] })).toThrow("the setting color");
});

describe.each(cases)("$type", ({ type, definition, fields, resource }) => {
    const { rules, secrets } = definition;
    const outputs = declaredOutputs(type as Type);

    test("every argument is an input, required where the definition requires it", () => {
        expect(Object.keys(resource.inputProperties).sort()).toEqual(Object.keys(fields).sort());
        const required = Object.keys(fields).filter((name) => !fields[name]!.safeParse(undefined).success);
        expect([...resource.requiredInputs].sort()).toEqual(required.sort());
    });

    test("every output of the class is a property, and every argument but those that are no outputs", () => {
        const names = Object.keys(resource.properties);
        expect([...names].sort()).toEqual([...outputs].sort());
        const inputOnly = ["adopt", "onNameConflict", "profile"];
        expect(names).toEqual(expect.arrayContaining(Object.keys(fields).filter((name) => !inputOnly.includes(name))));
        expect(names).toEqual(expect.arrayContaining([...resource.required]));
        expect(resource.required).toEqual(
            expect.arrayContaining(resource.requiredInputs.filter((name) => names.includes(name))),
        );
    });

    test("the secrets are secret as inputs and as outputs, and nothing else is", () => {
        const isSecret = ({ secret }: PropertySpec) => secret === true;
        expect(namesWhere(resource.properties, isSecret).sort()).toEqual([...secrets].sort());
        const given = Object.keys(fields).filter((name) => secretProperties.has(name));
        expect(namesWhere(resource.inputProperties, isSecret)).toEqual(given);
    });

    test("what replaces is marked, and an alias takes the state of the dynamic provider over", () => {
        const replacing = Object.keys(fields).filter((name) => rules[name] === "replace");
        const marked = namesWhere(resource.inputProperties, (one) => one.willReplaceOnChanges === true);
        expect(marked.sort()).toEqual(replacing.sort());
        expect(resource.aliases).toEqual([{ type: `${typePrefix}${type}` }]);
    });

    test("everything has a description, without an expression of TypeScript", () => {
        const texts = [resource.inputProperties, resource.properties, resource.stateInputs.properties]
            .flatMap((properties) => Object.values(properties))
            .map(({ description = "" }) => description);
        for (const text of [resource.description, ...texts]) {
            expect(text).toMatch(/\w/);
            expect(text).not.toMatch(/\{@link|pulumi\.|config\.|Example: `[a-z]+\.id/);
        }
    });
});

const typeCalled = (ref: string) => schema.types[ref.replace("#/types/", "")]!;

/** Whether a value has a type. */
function takes(spec: TypeSpec, value: unknown): boolean {
    if (spec.oneOf !== undefined) return spec.oneOf.some((one) => takes(one, value));
    if (spec.$ref !== undefined) {
        const { properties, required } = typeCalled(spec.$ref);
        return (
            takes({ type: "object" }, value) &&
            required.every((name) => name in (value as object)) &&
            Object.entries(value as object).every(([name, one]) => name in properties && takes(properties[name]!, one))
        );
    }
    if (spec.type === "integer") return Number.isInteger(value);
    if (spec.type === "array") return Array.isArray(value) && value.every((one) => takes(spec.items!, one));
    if (spec.type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
    return typeof value === spec.type;
}

/** Values of every type that an argument may have. What only a check of the value itself refuses, such as an empty text, is not among them. */
const values: readonly unknown[] = [
    ...[true, 1, 2.5, "shared", "a", "v/p", "10.0.0.0/16", null, {}],
    ...lifecycle.nameConflictPolicies,
    ...["created", "provisioned", "active", "DEV", "PROD", "STAGING"],
    ...[[], ["ai"], ["time-series", "ai"], ["a"], [1]],
    { serviceId: "s", strategy: "NOW" },
    { serviceId: "s", strategy: "PITR", targetTime: "2026-01-01T00:00:00Z" },
    ...[{ serviceId: "s" }, { serviceId: "s", strategy: "SOON" }, { serviceId: "s", strategy: "NOW", color: 1 }],
];

const inputs = cases.flatMap(({ type, fields, resource }) =>
    Object.entries(fields).map(([name, field]) => {
        const spec = resource.inputProperties[name]!;
        return { where: `${type}: ${name}`, field, spec };
    }),
);

test.each(inputs)("$where: the type takes what the definition takes", ({ field, spec }) => {
    const accepted = values.filter((value) => field.safeParse(value).success);
    expect(accepted.length).toBeGreaterThan(0);
    expect(values.filter((value) => takes(spec, value))).toEqual(expect.arrayContaining(accepted));
    // No type says the form of a text, or the words that it may be.
    const mayBeText = spec.type === "string" || spec.oneOf !== undefined;
    const refused = values.filter((value) => {
        const { issues = [] } = field.safeParse(value).error ?? {};
        const isWordWrong = typeof value === "object" && issues.every(({ code }) => code === "invalid_value");
        return issues.length > 0 && (typeof value === "string" ? !mayBeText : !isWordWrong);
    });
    expect(refused.length).toBeGreaterThan(2);
    expect(refused.filter((value) => takes(spec, value))).toEqual([]);
});

const calls = Object.entries<FunctionDefinition>(functions).map(([name, definition]) => ({
    name,
    definition,
    spec: schema.functions[`clouddb:index:${name}`]!,
}));

test("there is a function for each definition", () => {
    expect(Object.keys(schema.functions)).toEqual(calls.map(({ name }) => `clouddb:index:${name}`).sort());
});

describe.each(calls)("$name", ({ definition, spec }) => {
    const fields = fieldsOf(definition);
    const { inputs, outputs } = spec;

    test("every argument is an input, required where the definition requires it, with a type that takes what it takes", () => {
        expect(Object.keys(inputs.properties)).toEqual(Object.keys(fields));
        expect(inputs.required).toEqual(
            Object.keys(fields).filter((key) => !fields[key]!.safeParse(undefined).success),
        );
        for (const [key, field] of Object.entries(fields)) {
            const accepted = values.filter((value) => field.safeParse(value).success);
            expect(values.filter((value) => takes(inputs.properties[key]!, value))).toEqual(
                expect.arrayContaining(accepted),
            );
        }
    });

    test("what it returns has a description, and a list stands under one name", () => {
        const texts = [spec, ...Object.values(inputs.properties)].map(({ description = "" }) => description);
        for (const text of texts) expect(text).toMatch(/^[A-Z`]/);
        const { list } = definition;
        if (list !== undefined) expect(Object.keys(outputs.properties)).toEqual([list]);
        expect(Object.keys(outputs.properties)).toEqual(expect.arrayContaining([...outputs.required]));
    });
});

test("the outputs that are arguments have their types", () => {
    const typeIn = ({ type, items, oneOf, $ref }: PropertySpec) => ({ type, items, oneOf, $ref });
    for (const { resource, fields } of cases)
        for (const [name, output] of Object.entries(resource.properties).filter(([key]) => key in fields))
            expect([name, typeIn(output)]).toEqual([name, typeIn(resource.inputProperties[name]!)]);
});

test("every reference has its type, and every type is used", () => {
    const references = [...written.matchAll(/"\$ref": "#\/types\/(.+?)"/g)].map(([, name]) => name!);
    expect([...new Set(references)].sort()).toEqual(Object.keys(schema.types).sort());
});

describe("the provider's configuration", () => {
    const { variables } = schema.config;

    test("has every setting, also for explicit providers, and the keys are secret", () => {
        expect(Object.keys(variables)).toEqual(settingNames);
        expect(schema.provider.inputProperties).toEqual(variables);
        expect(namesWhere(variables, ({ secret }) => secret === true)).toEqual(["apiKey", "profiles"]);
    });

    const parsed = (name: string, value: string): unknown => {
        try {
            return readSettings((key) => (key === name ? value : undefined), {})[name as keyof Settings];
        } catch {
            return undefined;
        }
    };

    test.each(settingNames)("%s: the type takes what the settings take", (name) => {
        const spec = variables[name]!;
        const words = ["k", "ignore", "plain"];
        if (spec.type === "string") {
            expect(words.map((word) => parsed(name, word))).toEqual(expect.arrayContaining([expect.any(String)]));
            return;
        }
        const profiles = [{}, { a: { apiKey: "k", baseUrl: "https://b", projectId: "p" } }, { a: { baseUrl: "b" } }];
        for (const value of [true, false, 1, 2.5, ...profiles]) {
            const isTaken = parsed(name, JSON.stringify(value)) !== undefined;
            expect([value, takes(spec, value) && takesAll(spec, value)]).toEqual([value, isTaken]);
        }
    });

    const takesAll = ({ additionalProperties }: TypeSpec, value: unknown) =>
        additionalProperties === undefined ||
        Object.values(value as object).every((one) => takes(additionalProperties, one));
});
