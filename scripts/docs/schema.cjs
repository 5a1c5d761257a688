// etc/schema.json: the package as Pulumi's engine and its generators of SDKs see it, from the definitions, the classes with their doc
// comments, and docs/configuration.md. What is read from src/ is a parameter: the script has a bundle, the test the sources.
"use strict";
const { readFileSync } = require("node:fs");
const path = require("node:path");
const ts = require("typescript");
const { cellsOf } = require("./markdown.cjs");
const { commentOf, declarationsIn, propertiesOf } = require("./docComments.cjs");
const { common } = require("./resourceTables.cjs");
const { functionsOf } = require("./schemaFunctions.cjs");
const { describe, schemaTypes } = require("./schemaTypes.cjs");

const root = path.dirname(path.dirname(__dirname));

const [text, connection] = [{ type: "string" }, { type: "string", secret: true }];

/** The settings' types. The configuration has them as texts. */
const settingTypes = (types) => ({
    apiKey: connection,
    baseUrl: text,
    projectId: text,
    profiles: {
        type: "object",
        additionalProperties: types.define("Profile", {
            description: "A named connection, for resources and functions with the argument `profile`.",
            type: "object",
            properties: {
                apiKey: { description: "The API key of the connection.", ...connection },
                baseUrl: { description: "The API's base URL. Default: that of the provider.", ...text },
                projectId: {
                    description: "The project to work in. Default: the only one that the API key can access.",
                    ...text,
                },
            },
            required: ["apiKey"],
        }),
        secret: true,
    },
    onNameConflict: text,
    autoName: text,
    maxConcurrency: { type: "integer" },
    requestTimeout: { type: "number" },
    allowInsecureHttp: { type: "boolean" },
});

/** The settings with what docs/configuration.md says of them. */
function settingsOf(types, { namespace, settingNames }, repository) {
    const page = readFileSync(path.join(root, "docs", "configuration.md"), "utf8");
    const [table] = /^\| stack configuration .*\n(\|.*\n)+/m.exec(page);
    const absolute = (cell) => cell.replace(/\]\((?!http)/g, `](${repository}/blob/main/docs/`);
    const rows = cellsOf(table).map(([setting, environment, meaning]) => {
        const [, name] = new RegExp(`^\`${namespace}:(\\w+)\``).exec(setting);
        const description = absolute(meaning) + (environment === "" ? "" : ` Environment: ${environment}.`);
        return [name, description];
    });
    const told = new Map(rows);
    const kinds = settingTypes(types);
    const wrong = new Set([...settingNames, ...told.keys(), ...Object.keys(kinds)]);
    for (const name of wrong)
        if (!settingNames.includes(name) || !told.has(name) || !(name in kinds))
            throw new Error(`the setting ${name}: it must be in settings.ts, docs/configuration.md and settingTypes`);
    return Object.fromEntries(settingNames.map((name) => [name, { description: told.get(name), ...kinds[name] }]));
}

/** The commented members of classes and interfaces, those of what they extend included. */
function membersIn(declarations, name) {
    const declared = declarations.get(name);
    const parents = (declared?.heritageClauses ?? []).flatMap((clause) => clause.types);
    // `extends Pick<CommonArgs, ...>`
    const names = parents.flatMap(({ expression, typeArguments = [] }) => [expression, ...typeArguments.slice(0, 1)]);
    const inherited = names.flatMap((one) => [...membersIn(declarations, one.getText())]);
    const own = declared === undefined ? [] : propertiesOf(declared).map((one) => [one.name.getText(), one]);
    return new Map([...inherited, ...own]);
}

/** The inputs of a resource: its own arguments before those that every resource has. */
function inputsOf(types, declarations, { type, schema, rules, secrets }) {
    const members = membersIn(declarations, `${type}Args`);
    const names = Object.keys(schema.shape);
    const isCommon = (name) => common.includes(name);
    const ordered = [...names.filter((name) => !isCommon(name)), ...names.filter(isCommon)];
    return ordered.map((name) => {
        if (!members.has(name)) throw new Error(`${type}Args does not declare ${name}`);
        const input = {
            description: describe(commentOf(members.get(name))),
            ...types.typeOfField(name, schema.shape[name]),
            ...(secrets.includes(name) && { secret: true }),
            ...(rules[name] === "replace" && { willReplaceOnChanges: true }),
        };
        return [name, input];
    });
}

/** Of `pulumi.Output<T>`, T. */
const valueOf = ({ type }) => type.typeArguments[0];
const isOptional = (node) =>
    ts.isUnionTypeNode(node) && node.types.some(({ kind }) => kind === ts.SyntaxKind.UndefinedKeyword);

/** The type of a property without what else is said of it. */
const typeIn = ({ type, items, oneOf, $ref }) => ({ type, items, oneOf, $ref });

function outputsOf(types, declarations, { type, secrets }, inputs) {
    const given = new Map(inputs);
    return [...membersIn(declarations, type)].map(([name, member]) => {
        const node = valueOf(member);
        const output = {
            description: describe(commentOf(member)),
            ...(given.has(name) ? typeIn(given.get(name)) : types.typeOfOutput(name, node)),
            ...(secrets.includes(name) && { secret: true }),
        };
        return { name, output, isOptional: isOptional(node) };
    });
}

function resourceOf(types, declarations, definition, { namespace, typePrefix }) {
    const { type, schema } = definition;
    const inputs = inputsOf(types, declarations, definition);
    const outputs = outputsOf(types, declarations, definition, inputs);
    // Where a `get` reads it, which not its id alone says.
    const lookup = {
        type: "object",
        properties: Object.fromEntries(
            [...membersIn(declarations, "LookupState")].map(([name, member]) => [
                name,
                { description: describe(commentOf(member)), ...types.typeOfField(name, schema.shape[name]) },
            ]),
        ),
    };
    const spec = {
        description: describe(commentOf(declarations.get(type))),
        properties: Object.fromEntries(outputs.map(({ name, output }) => [name, output])),
        required: outputs.filter((one) => !one.isOptional).map(({ name }) => name),
        inputProperties: Object.fromEntries(inputs),
        requiredInputs: inputs.map(([name]) => name).filter((name) => schema.shape[name].def.type !== "optional"),
        stateInputs: lookup,
        // A resource of the dynamic provider becomes one of this, without a change.
        aliases: [{ type: `${typePrefix}${type}` }],
    };
    return [`${namespace}:index:${type}`, spec];
}

/** The text of etc/schema.json. */
function schemaText(sources) {
    const { definitions, namespace } = sources;
    const { name, version, description, license, repository } = JSON.parse(
        readFileSync(path.join(root, "package.json"), "utf8"),
    );
    const url = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
    const declarations = declarationsIn(root);
    const types = schemaTypes(declarations, `${namespace}:index:`);
    const all = Object.values(definitions).map((one) => resourceOf(types, declarations, one, sources));
    const settings = settingsOf(types, sources, url);
    const outputs = all.flatMap(([, { properties }]) => Object.entries(properties));
    const isWhole = ({ type, oneOf = [] }) => [type, ...oneOf.map((one) => one.type)].includes("integer");
    const wholeNumbers = new Set(outputs.flatMap(([key, spec]) => (isWhole(spec) ? [key] : [])));
    const schema = {
        name: namespace,
        displayName: "Cloud Database",
        version,
        description,
        keywords: ["pulumi", namespace, "category/database", "kind/native"],
        homepage: url,
        license,
        repository: url,
        publisher: name,
        meta: { supportPack: true },
        language: {
            // What a program in TypeScript imports: `pulumi import` prints it.
            nodejs: { packageName: `${name}/native`, respectSchemaVersion: true },
            python: { pyproject: { enabled: true }, respectSchemaVersion: true },
            go: { generateResourceContainerTypes: true, respectSchemaVersion: true },
            csharp: { namespaces: { [namespace]: "CloudDb" }, respectSchemaVersion: true },
        },
        config: { variables: settings },
        types: types.types,
        provider: {
            description: "The connection to the API. What is not given is read from the environment.",
            inputProperties: settings,
        },
        resources: Object.fromEntries(all),
        functions: Object.fromEntries(functionsOf(root, sources, types, `${namespace}:index:`, wholeNumbers)),
    };
    return `${JSON.stringify(schema, undefined, 4)}\n`;
}

module.exports = { schemaText };
