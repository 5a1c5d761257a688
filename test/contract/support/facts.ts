// A common form for the facts of the contract document and of the table of endpoints, to compare them with each other
// and with what a run has covered.

/** A field of a record, of a body or of a query. */
export interface Field {
    readonly optional: boolean;
    /** The values of an enum. */
    readonly words: readonly string[];
    /** The name of its type, or of its items' type. */
    readonly type?: string;
    /** The fields of an anonymous object. */
    readonly fields: Shape;
}

export type Shape = Readonly<Record<string, Field>>;

export interface EndpointFacts {
    readonly method: string;
    readonly path: string;
    /** The fields of the body, or of the query. */
    readonly takes: Shape;
    /** The type of the answer, or of the items of a list. */
    readonly gives?: { readonly type: string; readonly list: boolean };
}

export interface Facts {
    readonly endpoints: readonly EndpointFacts[];
    readonly types: Readonly<Record<string, Shape>>;
}

export const nameOf = ({ method, path }: Pick<EndpointFacts, "method" | "path">) => `${method} ${path}`;

function* statementsOf(subject: string, shape: Shape, withForms: boolean): Generator<string> {
    for (const [name, field] of Object.entries(shape)) {
        const path = `${subject}.${name}`;
        yield path;
        for (const word of field.words) yield `${path} = ${word}`;
        if (withForms) yield `${path} ${field.optional ? "may" : "must"} be there`;
        if (withForms && field.type !== undefined) yield `${path} is ${field.type}`;
        yield* statementsOf(path, field.fields, withForms);
    }
}

/** Every endpoint, field and enum value: what a run must cover. With forms, also what is optional, types, and answers. */
export function statements({ endpoints, types }: Facts, withForms = false): string[] {
    return [
        ...endpoints.flatMap(({ gives, takes, ...endpoint }) => {
            const name = nameOf(endpoint);
            const given = withForms && gives ? [`${name} gives ${gives.list ? "a list of " : ""}${gives.type}`] : [];
            return [name, ...given, ...statementsOf(name, takes, withForms)];
        }),
        ...Object.entries(types).flatMap(([type, shape]) => [...statementsOf(type, shape, withForms)]),
    ];
}

/** What a piece of JSON shows of a shape. */
export function* shownBy(subject: string, shape: Shape, types: Facts["types"], json: unknown): Generator<string> {
    if (Array.isArray(json)) {
        for (const item of json) yield* shownBy(subject, shape, types, item);
        return;
    }
    if (typeof json !== "object" || json === null) return;
    for (const [name, value] of Object.entries(json)) {
        const field = shape[name];
        if (!field || value === null) continue;
        yield `${subject}.${name}`;
        for (const word of Array.isArray(value) ? value : [value]) {
            if (typeof word === "string") yield `${subject}.${name} = ${word}`;
        }
        const inner = field.type === undefined ? undefined : types[field.type];
        if (field.type !== undefined && inner) yield* shownBy(field.type, inner, types, value);
        else yield* shownBy(`${subject}.${name}`, field.fields, types, value);
    }
}
