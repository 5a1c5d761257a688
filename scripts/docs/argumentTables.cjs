// The tables of arguments in docs/resources.md, from the definitions of the resources. The definitions are a parameter: the script has
// a bundle, the test the sources.
"use strict";
const { z } = require("zod");

const means = { update: "in place", replace: "replaces", keep: "only used at creation" };
/** What every resource has is in a table of its own. */
const common = ["projectId", "profile", "adopt", "onNameConflict"];

const code = (text) => `\`${text}\``;

/** A JSON schema in the words of TypeScript.*/
function typeOf(schema) {
    if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(", ");
    if (schema.const !== undefined) return code(JSON.stringify(schema.const));
    if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
    if (schema.type === "array") return `list of ${typeOf(schema.items)}`;
    if (schema.type === "object") {
        const { properties, required = [] } = schema;
        const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
        return code(`{ ${names.join(", ")} }`);
    }
    return [schema.type ?? "string"].flat().join(" or ");
}

/** The API's default, to which an argument returns that the program no longer gives. */
function defaultOf(definition, name) {
    const value = definition.resets[name];
    if (value === undefined) return "";
    return value === null ? "none" : code(JSON.stringify(value));
}

function rowsOf(definition, names) {
    const { properties, required = [] } = z.toJSONSchema(definition.schema, { unrepresentable: "any", io: "input" });
    return names.map((name) => {
        const label = required.includes(name) ? `${code(name)} (required)` : code(name);
        const rule = definition.rules[name];
        return [label, typeOf(properties[name]), means[rule], defaultOf(definition, name)];
    });
}

/** Aligned as prettier does. */
function table(head, rows) {
    const widths = head.map((cell, n) => Math.max(3, cell.length, ...rows.map((row) => row[n].length)));
    const line = (cells) => `| ${cells.map((cell, n) => cell.padEnd(widths[n])).join(" | ")} |`;
    return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

const head = ["argument", "type", "a change", "default"];

/** The text between the markers of docs/resources.md. */
function argumentTables(definitions) {
    const all = Object.values(definitions);
    const own = all.map((definition) => {
        const names = Object.keys(definition.rules).filter((name) => !common.includes(name));
        return `### ${code(definition.type)}\n\n${table(head, rowsOf(definition, names))}`;
    });
    const shared = all.find(({ rules }) => common.every((name) => name in rules));
    return [`### Every resource\n\n${table(head, rowsOf(shared, common))}`, ...own].join("\n\n");
}

const markers = ["<!-- arguments: written by npm run docs -->", "<!-- end of arguments -->"];

/** A page with the tables between its markers. */
function withArgumentTables(page, definitions) {
    const [start, end] = markers.map((marker) => page.indexOf(marker));
    if (start < 0 || end < start) throw new Error(`the page has no ${markers.join(" and ")}`);
    return `${page.slice(0, start)}${markers[0]}\n\n${argumentTables(definitions)}\n\n${page.slice(end)}`;
}

module.exports = { argumentTables, withArgumentTables };
