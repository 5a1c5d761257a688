import { z } from "zod";
import { endpoints, type Endpoint } from "../../../src/provider/api";
import * as schemas from "../../../src/provider/api/schemas";
import type { EndpointFacts, Facts, Field, Shape } from "./facts";

/** The contract's names for the records. */
const typeNames = new Map<unknown, string>([
    [schemas.CredentialInfo, "CredentialInfo"],
    [schemas.ApiKeyInfo, "ApiKeyInfo"],
    [schemas.Project, "Project"],
    [schemas.Vpc, "Vpc"],
    [schemas.Peering, "Peering"],
    [schemas.Service, "Service"],
    [schemas.ReadReplicaSet, "ReadReplicaSet"],
    [schemas.ConnectionPooler, "ConnectionPooler"],
    [schemas.Endpoint, "Endpoint"],
    [schemas.Logs, "LogsResponse"],
    [schemas.Message, "MessageResponse"],
]);

const wordsIn = (schema: z.ZodType): readonly string[] =>
    schema instanceof z.ZodEnum ? schema.options.map(String) : ((schema.meta()?.words as string[] | undefined) ?? []);

/** The schema of a list's items; undefined of anything else. */
function itemOf(schema: z.ZodType | undefined): z.ZodType | undefined {
    const list = schema instanceof z.ZodPipe ? schema.out : schema;
    return list instanceof z.ZodArray ? (list.element as z.ZodType) : undefined;
}

function fieldOf(schema: z.ZodType, optional = false): Field {
    if (schema instanceof z.ZodOptional) return fieldOf(schema.unwrap() as z.ZodType, true);
    const item = itemOf(schema);
    if (item) return fieldOf(item, optional);
    const type = typeNames.get(schema);
    return { optional, words: wordsIn(schema), type, fields: type === undefined ? shapeOf(schema) : {} };
}

/** The fields of an object's schema; none of anything else. */
function shapeOf(schema: z.ZodType | undefined): Shape {
    const object = schema instanceof z.ZodPipe ? schema.out : schema;
    if (!(object instanceof z.ZodObject)) return {};
    const fields = Object.entries(object.shape as Record<string, z.ZodType>).map(([name, field]) => [
        name,
        fieldOf(field),
    ]);
    const shape = Object.fromEntries(fields) as Record<string, Field>;
    const aliases = (schema?.meta()?.aliases ?? {}) as Record<string, string>;
    for (const [current, alias] of Object.entries(aliases)) {
        const field = shape[current];
        if (field) shape[alias] = { ...field, optional: true };
    }
    return shape;
}

function givenBy({ verb, path, answer }: Endpoint): EndpointFacts["gives"] {
    const item = itemOf(answer);
    const schema = item ?? answer;
    const type = typeNames.get(schema);
    // Its fields would not be compared with the contract's.
    if (type === undefined && Object.keys(shapeOf(schema)).length > 0)
        throw new Error(`\`typeNames\` in test/contract/support/readSchemas.ts lacks what ${verb} ${path} answers`);
    return type === undefined ? undefined : { type, list: item !== undefined };
}

export function readSchemas(): Facts {
    return {
        endpoints: Object.values<Endpoint>(endpoints).map((endpoint) => ({
            method: endpoint.verb,
            path: endpoint.path,
            takes: shapeOf(endpoint.body ?? endpoint.query),
            gives: givenBy(endpoint),
        })),
        types: Object.fromEntries([...typeNames].map(([schema, name]) => [name, shapeOf(schema as z.ZodType)])),
    };
}
