import { readFileSync } from "node:fs";
import path from "node:path";
import type { EndpointFacts, Facts, Field, Shape } from "./facts";

type Fields = Record<string, Field>;
type Row = readonly string[];

interface Table {
    /** The heading, or line with a colon, above it. */
    readonly title: string;
    readonly header: Row;
    readonly rows: readonly Row[];
}

const cellsOf = (line: string): Row =>
    line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());

function* tablesOf(text: string): Generator<Table> {
    let title = "";
    let lines: string[] = [];
    for (const line of [...text.split("\n"), ""]) {
        if (line.startsWith("|")) {
            lines.push(line);
            continue;
        }
        const [header, , ...rows] = lines.map(cellsOf);
        if (header) yield { title, header, rows };
        lines = [];
        const heading = /^#+ (.*)$/.exec(line) ?? /^(.*):$/.exec(line);
        if (heading?.[1] !== undefined) title = heading[1];
    }
}

const quoted = (text: string) => Array.from(text.matchAll(/`([^`]+)`/g), ([, word]) => word ?? "");
const withoutBrackets = (text: string) => text.replace(/\([^()]*\)/g, "");
const braces = (text: string) => /\{([^{}]*)\}/.exec(withoutBrackets(text))?.[1];

/** `CreateService body` is CreateService, `Logs query parameters (all optional)` is LogsQueryParameters. */
const typeName = (title: string) =>
    withoutBrackets(title)
        .replace(/ body$/, "")
        .trim()
        .replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());

/** Reads the inside of `{ host? (string), port?: number }`. */
function fieldsIn(inside: string | undefined): Fields {
    const fields: Fields = {};
    for (const part of (inside ?? "").split(",")) {
        const [, name, mark, rest = ""] = /^\s*(\w+)(\??)\s*(?::(.*))?$/.exec(part) ?? [];
        if (name !== undefined) fields[name] = { optional: mark === "?", words: quoted(rest), fields: {} };
    }
    return fields;
}

/** Puts the fields of "`oauth.user` is an object { … }" where they belong. */
function nest(shape: Shape, [first = "", ...rest]: readonly string[], inner: Shape): void {
    const field = shape[first];
    if (!field) throw new Error(`There is no field ${first} for { ${Object.keys(inner).join(", ")} }.`);
    if (rest.length > 0) nest(field.fields, rest, inner);
    else Object.assign(field.fields, inner);
}

const objectSentences = (text: string) =>
    Array.from(withoutBrackets(text).matchAll(/`([\w.]+)` is an object \{([^{}]*)\}/g), ([, name, inside]) => ({
        path: (name ?? "").split("."),
        inner: fieldsIn(inside),
    }));

class Reader {
    readonly types: Record<string, Fields> = {};
    readonly #enums: Record<string, readonly string[]> = {};
    readonly endpoints: EndpointFacts[] = [];

    constructor(readonly text: string) {
        for (const table of tablesOf(text)) {
            if (table.header[0] === "Field") this.#readType(table);
            if (table.header[0] === "Name") this.#readQuery(table);
            if (table.header[0] === "Type") this.#readShared(table);
        }
        for (const {
            path: [first = "", ...rest],
            inner,
        } of objectSentences(text)) {
            const holders = Object.values(this.types).filter((shape) => rest.length > 0 && first in shape);
            for (const shape of holders) nest(shape, [first, ...rest], inner);
        }
        for (const table of tablesOf(text)) if (table.header[0] === "Method") this.#readEndpoints(table);
    }

    #readType({ title, header, rows }: Table): void {
        const shape: Fields = (this.types[typeName(title)] ??= {});
        const required = header.indexOf("Required");
        for (const row of rows) {
            const [cell = "", type = ""] = row;
            const notes = row.slice(2).join(" ");
            const name = cell.replace("?", "");
            const optional = required === -1 ? cell.endsWith("?") : row[required] !== "yes";
            shape[name] = { optional, ...this.#formOf(shape, type, notes) };
            for (const { path: names, inner } of objectSentences(notes)) nest(shape[name].fields, names, inner);
        }
    }

    #formOf(shape: Shape, type: string, notes: string): Omit<Field, "optional"> {
        const [, same] = /^same as (\w+)$/.exec(type) ?? [];
        const known = same === undefined ? undefined : shape[same];
        if (known) return known;
        const fields = fieldsIn(braces(type) ?? braces(notes.replace(/`\w+` is an object \{.*/, "")));
        const words = [
            ...quoted(withoutBrackets(type)),
            ...quoted(/Values: (.*?)\./.exec(notes)?.[1] ?? ""),
            ...(type === "string" ? quoted(/or (`\w+`)/i.exec(notes)?.[1] ?? "") : []),
        ];
        const [, named] = /^(?:array of )?([A-Z]\w+)$/.exec(type) ?? [];
        if (named === undefined) return { words, fields };
        const enumerated = this.#enums[named];
        if (enumerated) return { words: enumerated, fields };
        // A named type may be described in the notes of its field.
        if (Object.keys(fields).length > 0) this.types[named] = fields;
        return { words, type: named, fields: {} };
    }

    #readQuery({ title, rows }: Table): void {
        const fields = rows.map(([name = ""]) => [name, { optional: true, words: [], fields: {} }] as const);
        this.types[typeName(title)] = Object.fromEntries(fields);
    }

    #readShared({ rows }: Table): void {
        for (const [name = "", definition = ""] of rows) {
            const inside = braces(definition);
            if (inside === undefined) this.#enums[name] = quoted(definition);
            else this.types[name] = fieldsIn(inside);
        }
    }

    #takenBy(cell: string): Shape {
        const inside = braces(cell);
        if (inside !== undefined) return fieldsIn(inside);
        const [word = ""] = cell.split(/[ ,]/);
        return (cell.startsWith("query parameters") ? this.types.LogsQueryParameters : this.types[word]) ?? {};
    }

    #givenBy(cell: string): EndpointFacts["gives"] {
        const [, array, told = ""] =
            /returns (an array of )?(\w+)/i.exec(cell) ?? /^(Array of )?([^.(;]+)/.exec(cell) ?? [];
        const type = typeName(told.trim());
        return type in this.types ? { type, list: array !== undefined } : undefined;
    }

    /** A path may begin with `...` for what the full paths above it begin with. */
    #readEndpoints({ header, rows }: Table): void {
        let full = "";
        const body = header.indexOf("Body");
        const returns = header.includes("Returns") ? header.indexOf("Returns") : header.indexOf("Notes");
        for (const row of rows) {
            const [method = "", written = ""] = row;
            const [, dots, rest = ""] = /^(\.\.\.)?(.*)$/.exec(written) ?? [];
            if (dots === undefined) full = written;
            const start = `/${rest.split("/")[1] ?? ""}`;
            const path = dots === undefined ? written : full.slice(0, full.lastIndexOf(start)) + rest;
            const takes = body === -1 ? {} : this.#takenBy(row[body] ?? "");
            this.endpoints.push({ method, path, takes, gives: this.#givenBy(row[returns] ?? "") });
        }
    }
}

/** The names of request bodies and queries, which are described with their endpoints. */
const isInput = (type: string) => /Input$|^CreateService$|^ForkService$|QueryParameters$/.test(type);

export const contractText = readFileSync(path.join(__dirname, "..", "api.md"), "utf8");

export function readContract(text = contractText): Facts {
    const { endpoints, types } = new Reader(text);
    return {
        endpoints,
        types: Object.fromEntries(Object.entries(types).filter(([name]) => !isInput(name))),
    };
}
