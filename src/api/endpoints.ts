// Every endpoint of the contract: verb, path, request and response schema. The client's functions, the emulator's
// routes, the contract tests and the check of the table in docs/endpoints.md are all derived from this list.
import type { z } from "zod";
import type { Camelized } from "./keyCase";
import * as s from "./schemas";

type Verb = "GET" | "POST" | "DELETE";

export interface Endpoint {
    readonly verb: Verb;
    readonly path: string;
    /** Schema of the request body, with the API's field names. */
    readonly body?: z.ZodType;
    /** Schema of the query, with the API's names; an array is sent as a repeated parameter. */
    readonly query?: z.ZodType;
    /** Schema of the response body; absent if the contract does not define one. */
    readonly answer?: z.ZodType;
    /** The contract leaves the response body open: a missing or different body is read as `undefined`. */
    readonly mayBeEmpty: boolean;
    /** The success status that the emulator returns. The contract names none, so the client accepts any 2xx. */
    readonly success: number;
}

export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | PathParameters<Rest>
    : never;

/** The request body, with the API's field names. */
export type BodyOf<E> = E extends { readonly body: z.ZodType<infer Body> } ? Body : object;
export type QueryOf<E> = E extends { readonly query: z.ZodType<infer Query> } ? Query : object;
type PathOf<E> = E extends { readonly path: infer Path extends string } ? Record<PathParameters<Path>, string> : object;
type AnswerOf<E> = E extends { readonly answer: z.ZodType<infer Answer> } ? Camelized<Answer> : undefined;

/** A call's arguments: path parameters and fields of the body or query in one object, in camelCase. */
export type EndpointArgs<E> = Camelized<PathOf<E>> & Camelized<BodyOf<E>> & Camelized<QueryOf<E>>;

/**
 * A call's result, in camelCase; `undefined` if an endpoint with an optional body returns none. A DELETE returns
 * `true`, or `false` for 404 and 410.
 */
export type EndpointResult<E> = E extends { readonly verb: "DELETE" }
    ? boolean
    : AnswerOf<E> | (E extends { readonly mayBeEmpty: true } ? undefined : never);

type Schemas = Pick<Endpoint, "body" | "query" | "answer">;
const endpoint =
    <const V extends Verb, const Empty extends boolean>(verb: V, success: number, mayBeEmpty: Empty) =>
    <const Path extends string, const S extends Schemas = object>(path: Path, schemas?: S) =>
        ({ verb, path, success, mayBeEmpty, ...(schemas as S) }) as const;

const get = endpoint("GET", 200, false);
const post = (success: number) => endpoint("POST", success, false);
/** A POST whose response body the contract leaves open, or defines as a mere message. */
const action = (success: number) => endpoint("POST", success, true);
const remove = (success: number) => endpoint("DELETE", success, true);

const project = "/projects/{project_id}";
const vpc = `${project}/vpcs/{vpc_id}` as const;
const service = `${project}/services/{service_id}` as const;
const replicaSet = `${service}/replicaSets/{replica_set_id}` as const;

export const endpoints = {
    getCallerIdentity: get("/auth/info", { answer: s.CredentialInfo }),
    listProjects: get("/projects", { answer: s.list(s.Project) }),

    listVpcs: get(`${project}/vpcs`, { answer: s.list(s.Vpc) }),
    createVpc: post(201)(`${project}/vpcs`, { body: s.CreateVpc, answer: s.Vpc }),
    getVpc: get(vpc, { answer: s.Vpc }),
    deleteVpc: remove(204)(vpc),
    renameVpc: action(200)(`${vpc}/rename`, { body: s.RenameVpc, answer: s.Message }),

    listPeerings: get(`${vpc}/peerings`, { answer: s.list(s.Peering) }),
    createPeering: post(201)(`${vpc}/peerings`, { body: s.CreatePeering, answer: s.Peering }),
    getPeering: get(`${vpc}/peerings/{peering_id}`, { answer: s.Peering }),
    deletePeering: remove(204)(`${vpc}/peerings/{peering_id}`),

    listServices: get(`${project}/services`, { answer: s.list(s.Service) }),
    createService: post(202)(`${project}/services`, { body: s.CreateService, answer: s.Service }),
    getService: get(service, { answer: s.Service }),
    deleteService: remove(202)(service),
    startService: action(202)(`${service}/start`, { answer: s.Service }),
    stopService: action(202)(`${service}/stop`, { answer: s.Service }),
    attachServiceToVpc: action(202)(`${service}/attachToVPC`, { body: s.ServiceVpc, answer: s.Message }),
    detachServiceFromVpc: action(202)(`${service}/detachFromVPC`, { body: s.ServiceVpc, answer: s.Message }),
    resizeService: action(202)(`${service}/resize`, { body: s.Resize, answer: s.Service }),
    enableServicePooler: action(200)(`${service}/enablePooler`, { answer: s.Message }),
    disableServicePooler: action(200)(`${service}/disablePooler`, { answer: s.Message }),
    forkService: action(202)(`${service}/forkService`, { body: s.ForkService, answer: s.Service }),
    updateServicePassword: action(204)(`${service}/updatePassword`, { body: s.UpdatePassword, answer: s.Message }),
    setServiceEnvironment: action(200)(`${service}/setEnvironment`, { body: s.SetEnvironment, answer: s.Message }),
    setServiceHa: action(202)(`${service}/setHA`, { body: s.SetHa, answer: s.Service }),
    getServiceLogs: get(`${service}/logs`, { query: s.LogsQuery, answer: s.Logs }),

    listReplicaSets: get(`${service}/replicaSets`, { answer: s.list(s.ReadReplicaSet) }),
    createReplicaSet: action(202)(`${service}/replicaSets`, { body: s.CreateReplicaSet, answer: s.ReadReplicaSet }),
    deleteReplicaSet: remove(202)(replicaSet),
    resizeReplicaSet: action(202)(`${replicaSet}/resize`, { body: s.Resize, answer: s.Message }),
    enableReplicaSetPooler: action(200)(`${replicaSet}/enablePooler`, { answer: s.Message }),
    disableReplicaSetPooler: action(200)(`${replicaSet}/disablePooler`, { answer: s.Message }),
    setReplicaSetEnvironment: action(200)(`${replicaSet}/setEnvironment`, {
        body: s.SetEnvironment,
        answer: s.Message,
    }),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

// Records as the client returns them, with camelCase keys.
export type CredentialInfo = EndpointResult<typeof endpoints.getCallerIdentity>;
export type ProjectRecord = EndpointResult<typeof endpoints.listProjects>[number];
export type VpcRecord = EndpointResult<typeof endpoints.getVpc>;
export type PeeringRecord = EndpointResult<typeof endpoints.getPeering>;
export type ServiceRecord = EndpointResult<typeof endpoints.getService>;
export type ReplicaSetRecord = EndpointResult<typeof endpoints.listReplicaSets>[number];
export type LogsPage = EndpointResult<typeof endpoints.getServiceLogs>;
