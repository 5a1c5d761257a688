// The types of etc/schema.json: of the arguments by their zod schemas, of the outputs by the declarations of the classes, with the texts
// of the doc comments.
"use strict";
const ts = require("typescript");
const { commentOf, propertiesOf, sentencesOf } = require("./docComments.cjs");

/** Numbers that are whole, which the declaration of an output does not say. */
const wholeNumbers = new Set(["port"]);

const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

/** An example that is a program's expression, and what the classes do by themselves, are for TypeScript only. */
const onlyForTypeScript = /^Example: `(?!["[\d]|true`|false`)|`pulumi\.|\bPulumi's option\b/;

/** A doc comment as a description: each paragraph in a line. */
const describe = (comment) =>
    comment
        .replace(/\{@link (\w+)\}/g, "`$1`")
        .split(/\n\s*\n/)
        .map((one) => sentencesOf(one.replace(/\s+/g, " ").trim()))
        .map((sentences) => sentences.filter((one) => !onlyForTypeScript.test(one)).join(" "))
        .filter((paragraph) => paragraph !== "")
        .join("\n\n");

/** What several declarations say of the same, each sentence once; what the contract calls it comes last. */
function describeAll(comments) {
    const sentences = [...new Set(comments.flatMap((one) => sentencesOf(describe(one))))];
    const isApi = (one) => one.startsWith("API: ");
    return [...sentences.filter((one) => !isApi(one)), ...sentences.filter(isApi)].join(" ");
}

const membersOf = (node) => (ts.isUnionTypeNode(node) ? [...node.types] : [node]);
const isUndefined = ({ kind }) => kind === ts.SyntaxKind.UndefinedKeyword;

/**
 * @param declarations - the classes, interfaces and aliases, by name.
 * @param prefix - of the types' tokens.
 */
function schemaTypes(declarations, prefix) {
    const types = {};
    const define = (name, type) => {
        types[`${prefix}${name}`] = type;
        return { $ref: `#/types/${prefix}${name}` };
    };

    /** The interfaces that a type alias is one of, without those that are for the outputs of TypeScript. */
    function formsOf(name) {
        const declared = declarations.get(name);
        if (declared === undefined) return [];
        if (!ts.isTypeAliasDeclaration(declared)) {
            const parents = (declared.heritageClauses ?? []).flatMap((clause) => clause.types);
            return [...parents.flatMap(({ expression }) => formsOf(expression.getText())), declared];
        }
        const names = membersOf(declared.type).map((one) => one.getText());
        return names.filter((one) => !one.endsWith("Output")).flatMap(formsOf);
    }

    /** What the forms of a type say of a property. */
    function saidOf(name, property) {
        const members = formsOf(name).flatMap(propertiesOf);
        return describeAll(members.filter((one) => one.name.getText() === property).map(commentOf));
    }

    function objectType(name, fields) {
        const described = fields.map(({ name: property, type }) => {
            const description = saidOf(name, property);
            if (description === "") throw new Error(`the property ${property} of ${name} has no doc comment`);
            return [property, { description, ...type }];
        });
        return define(name, {
            description: describe(commentOf(declarations.get(name))),
            type: "object",
            properties: Object.fromEntries(described),
            required: fields.filter(({ isOptional }) => !isOptional).map((one) => one.name),
        });
    }

    /** The type of an argument. */
    function typeOfField(property, field) {
        const { def } = field;
        switch (def.type) {
            case "optional":
                return typeOfField(property, def.innerType);
            // Not a type of its own for an enum: `pulumi import` would print it, and the classes for TypeScript have only the words.
            case "enum":
            case "literal":
            case "string":
                return { type: "string" };
            case "boolean":
                return { type: "boolean" };
            case "number":
                return { type: field.safeParse(1.5).success ? "number" : "integer" };
            case "array":
                return { type: "array", items: typeOfField(property, def.element) };
            case "union":
                return { oneOf: def.options.map((one) => typeOfField(property, one)) };
            case "object": {
                const fields = Object.entries(def.shape).map(([name, one]) => ({
                    name,
                    type: typeOfField(name, one),
                    isOptional: one.def.type === "optional",
                }));
                return objectType(capitalized(property), fields);
            }
            default:
                throw new Error(`the schema has no type for ${property}: ${def.type}`);
        }
    }

    /** The type of an output that is no argument. */
    function typeOfOutput(property, node) {
        const [type, ...others] = membersOf(node).filter((one) => !isUndefined(one));
        if (others.length === 0 && type.kind === ts.SyntaxKind.StringKeyword) return { type: "string" };
        if (others.length === 0 && type.kind === ts.SyntaxKind.BooleanKeyword) return { type: "boolean" };
        if (others.length === 0 && type.kind === ts.SyntaxKind.NumberKeyword)
            return { type: wholeNumbers.has(property) ? "integer" : "number" };
        if (others.length > 0 || declarations.get(type.getText())?.members === undefined)
            throw new Error(`the schema has no type for the output ${property}: ${node.getText()}`);
        const members = formsOf(type.getText()).flatMap(propertiesOf);
        const fields = members.map((one) => ({
            name: one.name.getText(),
            type: typeOfOutput(one.name.getText(), one.type),
            isOptional: one.questionToken !== undefined,
        }));
        return objectType(type.getText(), fields);
    }

    return { types, define, typeOfField, typeOfOutput };
}

module.exports = { capitalized, describe, schemaTypes };
