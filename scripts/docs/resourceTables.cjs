// The tables of docs/resources.md, from the definitions of the resources and from the doc comments of their classes. The definitions are a
// parameter: the script has a bundle, the test the sources.
"use strict";
const path = require("node:path");
const { z } = require("zod");
const { docComments } = require("./docComments.cjs");
const { anchorOf, code, table, withBetween } = require("./markdown.cjs");

/** What a change of an argument means, and how its doc comment begins to say so. */
const rules = {
    update: { cell: "in place", sentence: "Changes in place" },
    replace: { cell: "replaces", sentence: "A change replaces" },
    keep: { cell: "only at creation", sentence: "Only used at creation" },
};
/** What every resource has is in a table of its own. */
const common = ["projectId", "profile", "adopt", "onNameConflict"];
const alsoRemoved = ", also after the argument is removed";

/** @throws Error if the doc comment says something else than the definition */
function defaultOf(definition, name, comment, fail) {
    const said = comment.default;
    const reset = definition.resets[name];
    const expected = reset === undefined ? undefined : reset === null ? "none" : code(JSON.stringify(reset));
    if (expected !== undefined && said !== `${expected}${alsoRemoved}`)
        fail(`the default is ${expected}${alsoRemoved}: the comment must say so`);
    if (expected === undefined && said?.endsWith(alsoRemoved))
        fail("a removed argument does not return to its default");
    return said?.replace(alsoRemoved, "");
}

function argumentRow(definition, name, comment, required) {
    const where = `the doc comment of ${name} of ${definition.type}`;
    const fail = (why) => {
        throw new Error(`${where}: ${why}`);
    };
    if (comment === undefined) fail("there is none");
    const { cell, sentence } = rules[definition.rules[name]];
    if (!comment.change?.startsWith(sentence)) fail(`it must have a sentence "${sentence} ..."`);
    if (comment.meaning === "") fail("its first paragraph has no meaning");
    if (comment.example === undefined) fail('it must have a sentence "Example: ..."');
    const value = defaultOf(definition, name, comment, fail);
    if (required === (value !== undefined)) fail('it must have a sentence "Default: ..." if the argument is optional');
    const anchor = anchorOf(common.includes(name) ? undefined : definition.type, name);
    return [
        code(name),
        comment.meaning,
        required ? "required" : value,
        `[${cell}](changes.md#${anchor})`,
        comment.example,
    ];
}

function argumentTable(definition, names, comments) {
    const { required = [] } = z.toJSONSchema(definition.schema, { unrepresentable: "any", io: "input" });
    const rows = names.map((name) => argumentRow(definition, name, comments[name], required.includes(name)));
    return table(["argument", "meaning", "default", "a change", "example"], rows);
}

/** The outputs that are no arguments, and the arguments of which the comment says when their output is known. */
function outputTable(definition, comments) {
    const isArgument = (name) => name in definition.rules && !common.includes(name);
    const names = Object.keys(comments).filter((name) => !isArgument(name) || comments[name].known !== undefined);
    const rows = names.map((name) => {
        const { meaning, known } = comments[name];
        if (known === undefined || meaning === "")
            throw new Error(`the doc comment of the output ${name} of ${definition.type}: it must say "Known ..."`);
        const when = known
            .replace(/^Known /, "")
            .replace(/\.$/, "")
            .replace(/\. Otherwise known /, "; otherwise ");
        const label = definition.secrets.includes(name) ? `${code(name)} (secret)` : code(name);
        return [label, meaning.replace(", as a secret", ""), when];
    });
    return table(["output", "meaning", "known"], rows);
}

/** The tables of docs/resources.md, by the names of their markers. */
function resourceTables(definitions) {
    const comments = docComments(path.dirname(path.dirname(__dirname)));
    const all = Object.values(definitions);
    const argumentsOf = (definition) => {
        const names = Object.keys(definition.rules).filter((name) => !common.includes(name));
        const own = argumentTable(definition, names, comments.get(`${definition.type}Args`));
        return `### ${code(definition.type)}\n\n${own}`;
    };
    const outputsOf = (definition) =>
        `### Outputs of ${code(definition.type)}\n\n${outputTable(definition, comments.get(definition.type))}`;
    const shared = all.find(({ rules }) => common.every((name) => name in rules));
    const everywhere = argumentTable(shared, common, comments.get("CommonArgs"));
    return {
        arguments: [`### Every resource\n\n${everywhere}`, ...all.map(argumentsOf)].join("\n\n"),
        outputs: all
            .filter(({ type }) => Object.keys(comments.get(type)).length > 0)
            .map(outputsOf)
            .join("\n\n"),
    };
}

/** docs/resources.md with the tables between its markers. */
const withResourceTables = (page, definitions) =>
    Object.entries(resourceTables(definitions)).reduce((text, [what, tables]) => withBetween(text, what, tables), page);

module.exports = { common, withResourceTables };
