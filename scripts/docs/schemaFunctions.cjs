// The functions of etc/schema.json: the arguments by their zod schemas, the results by the types that the program's functions declare,
// with the texts of the doc comments.
"use strict";
const path = require("node:path");
const ts = require("typescript");
const { capitalized, describe } = require("./schemaTypes.cjs");

/**
 * @param root - of the repository.
 * @param types - what `schemaTypes` returns.
 * @param prefix - of the tokens.
 * @param wholeNumbers - the names of numbers that are whole.
 */
function functionsOf(root, { functions, secretProperties }, types, prefix, wholeNumbers) {
    const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const entry = path.join(root, "src", "index.ts");
    const program = ts.createProgram([entry], { ...options, noEmit: true });
    const checker = program.getTypeChecker();
    const exported = new Map(
        checker
            .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)))
            .map((symbol) => [symbol.name, symbol]),
    );
    const signatureOf = (name) => {
        const symbol = exported.get(name);
        return { symbol, signature: checker.getTypeOfSymbol(symbol).getCallSignatures()[0] };
    };

    const commentOf = (symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker));
    const typeOf = (symbol) => checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
    const isOptional = (symbol) =>
        (symbol.flags & ts.SymbolFlags.Optional) !== 0 ||
        (checker.getTypeOfSymbol(symbol).types ?? []).some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
    const isAll = (type, flag) => (type.types ?? [type]).every(({ flags }) => (flags & flag) !== 0);
    const isList = (type) => checker.isArrayType(type);

    /** @param owner - the type that has the property: it names one that has no name itself. */
    function specOf(name, type, owner) {
        if (isAll(type, ts.TypeFlags.StringLike)) return { type: "string" };
        if (isAll(type, ts.TypeFlags.BooleanLike)) return { type: "boolean" };
        if (isAll(type, ts.TypeFlags.NumberLike)) return { type: wholeNumbers.has(name) ? "integer" : "number" };
        if (isList(type)) return { type: "array", items: specOf(name, checker.getTypeArguments(type)[0], owner) };
        if (type.isUnion()) {
            const kinds = [ts.TypeFlags.StringLike, ts.TypeFlags.NumberLike, ts.TypeFlags.BooleanLike];
            const members = kinds.flatMap((kind) => type.types.find((one) => isAll(one, kind)) ?? []);
            return { oneOf: members.map((one) => specOf(name, one, owner)) };
        }
        // Of a result with its secrets, the result names it.
        const [named] = type.isIntersection() ? type.types : [type];
        const declared = named.aliasSymbol ?? named.symbol;
        const own = declared.name === "__type" ? `${owner}${capitalized(name)}` : declared.name;
        return types.types[`${prefix}${own}`] === undefined
            ? types.define(own, objectSpec(type, own, commentOf(declared)))
            : { $ref: `#/types/${prefix}${own}` };
    }

    function objectSpec(type, owner, comment) {
        const members = checker.getPropertiesOfType(type);
        const properties = members.map((one) => {
            const description = describe(commentOf(one));
            const isSecret = secretProperties.has(one.name);
            const spec = specOf(one.name, typeOf(one), owner);
            return [one.name, { ...(description && { description }), ...spec, ...(isSecret && { secret: true }) }];
        });
        return {
            ...(comment && { description: describe(comment) }),
            type: "object",
            properties: Object.fromEntries(properties),
            required: members.filter((one) => !isOptional(one)).map(({ name }) => name),
        };
    }

    /** What the forms of the arguments say of one, without what none may have together with another. */
    function saidOfArgument(called, type, name) {
        const forms = (type.types ?? [type]).filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0);
        const said = forms.flatMap((form) => checker.getPropertyOfType(form, name) ?? []).map(commentOf);
        const description = describe(said.find((one) => !one.startsWith("Not allowed")) ?? "");
        if (description === "") throw new Error(`the argument ${name} of ${called} has no doc comment`);
        return description;
    }

    const byName = Object.entries(functions).sort(([one], [other]) => (one < other ? -1 : 1));
    return byName.map(([name, { schema, list }]) => {
        const { symbol, signature } = signatureOf(name);
        // The parameters are a tuple.
        const [args] = checker.getTypeArguments(checker.getTypeOfSymbol(signature.getParameters()[0]));
        const inputs = Object.entries(schema.shape).map(([key, field]) => [
            key,
            { description: saidOfArgument(name, args, key), ...types.typeOfField(key, field) },
        ]);
        // Only the Output form has the secrets.
        const [result] = signatureOf(`${name}Output`).signature.getReturnType().aliasTypeArguments;
        const outputs =
            list === undefined
                ? objectSpec(result, capitalized(name), "")
                : {
                      type: "object",
                      properties: {
                          [list]: { description: "What the function has found.", ...specOf(list, result, "") },
                      },
                      required: [list],
                  };
        const required = Object.keys(schema.shape).filter((key) => schema.shape[key].def.type !== "optional");
        const spec = {
            description: describe(commentOf(symbol)),
            inputs: { type: "object", properties: Object.fromEntries(inputs), required },
            outputs,
        };
        return [`${prefix}${name}`, spec];
    });
}

module.exports = { functionsOf };
