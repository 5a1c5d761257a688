// Every endpoint of the contract, one line each: verb, path, what goes in, what comes out. The client's functions, the
// emulator's routes, the contract suite and the documentation's table are all made from this list; there is no second one.
import type { z } from "zod";
import * as s from "./schemas";
import type { Camelized } from "./keyCase";

type Verb = "GET" | "POST" | "DELETE";

export interface Endpoint {
    readonly verb: Verb;
    readonly path: string;
    /** The body's schema, in the API's words. */
    readonly body?: z.ZodType;
    /** The query's schema, in the API's words; an array is sent as a repeated parameter. */
    readonly query?: z.ZodType;
    /** The answer's schema; none where the contract shows no answer. */
    readonly answer?: z.ZodType;
    /** The contract does not say whether the answer has a body: none, or one of another shape, is `undefined`. */
    readonly mayBeEmpty: boolean;
    /** The success code where nothing is known (the client takes any 2xx). */
    readonly success: number;
}

export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | PathParameters<Rest>
    : never;

/** What a call sends, in the API's words. */
export type BodyOf<E> = E extends { readonly body: z.ZodType<infer Body> } ? Body : object;
export type QueryOf<E> = E extends { readonly query: z.ZodType<infer Query> } ? Query : object;
type PathOf<E> = E extends { readonly path: infer Path extends string } ? Record<PathParameters<Path>, string> : object;
type AnswerOf<E> = E extends { readonly answer: z.ZodType<infer Answer> } ? Camelized<Answer> : undefined;

/** What a call takes: the path's parameters and the fields of its body or query, in our words, side by side. */
export type EndpointArgs<E> = Camelized<PathOf<E>> & Camelized<BodyOf<E>> & Camelized<QueryOf<E>>;

/**
 * What a call gives, in our words; `undefined` where an endpoint may answer with no record. A deletion gives whether there was
 * something to delete: one that is answered 404 is done.
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
/** A POST whose answer the contract does not show for certain, or shows as no more than a message. */
const tell = (success: number) => endpoint("POST", success, true);
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
    renameVpc: tell(200)(`${vpc}/rename`, { body: s.RenameVpc, answer: s.Message }),

    listPeerings: get(`${vpc}/peerings`, { answer: s.list(s.Peering) }),
    createPeering: post(201)(`${vpc}/peerings`, { body: s.CreatePeering, answer: s.Peering }),
    getPeering: get(`${vpc}/peerings/{peering_id}`, { answer: s.Peering }),
    deletePeering: remove(204)(`${vpc}/peerings/{peering_id}`),

    listServices: get(`${project}/services`, { answer: s.list(s.Service) }),
    createService: post(202)(`${project}/services`, { body: s.CreateService, answer: s.Service }),
    getService: get(service, { answer: s.Service }),
    deleteService: remove(202)(service),
    startService: tell(202)(`${service}/start`, { answer: s.Service }),
    stopService: tell(202)(`${service}/stop`, { answer: s.Service }),
    attachServiceToVpc: tell(202)(`${service}/attachToVPC`, { body: s.ServiceVpc, answer: s.Message }),
    detachServiceFromVpc: tell(202)(`${service}/detachFromVPC`, { body: s.ServiceVpc, answer: s.Message }),
    resizeService: tell(202)(`${service}/resize`, { body: s.Resize, answer: s.Service }),
    enableServicePooler: tell(200)(`${service}/enablePooler`, { answer: s.Message }),
    disableServicePooler: tell(200)(`${service}/disablePooler`, { answer: s.Message }),
    forkService: tell(202)(`${service}/forkService`, { body: s.ForkService, answer: s.Service }),
    updateServicePassword: tell(204)(`${service}/updatePassword`, { body: s.UpdatePassword, answer: s.Message }),
    setServiceEnvironment: tell(200)(`${service}/setEnvironment`, { body: s.SetEnvironment, answer: s.Message }),
    setServiceHa: tell(202)(`${service}/setHA`, { body: s.SetHa, answer: s.Service }),
    getServiceLogs: get(`${service}/logs`, { query: s.LogsQuery, answer: s.Logs }),

    listReplicaSets: get(`${service}/replicaSets`, { answer: s.list(s.ReadReplicaSet) }),
    createReplicaSet: tell(202)(`${service}/replicaSets`, { body: s.CreateReplicaSet, answer: s.ReadReplicaSet }),
    deleteReplicaSet: remove(202)(replicaSet),
    resizeReplicaSet: tell(202)(`${replicaSet}/resize`, { body: s.Resize, answer: s.Message }),
    enableReplicaSetPooler: tell(200)(`${replicaSet}/enablePooler`, { answer: s.Message }),
    disableReplicaSetPooler: tell(200)(`${replicaSet}/disablePooler`, { answer: s.Message }),
    setReplicaSetEnvironment: tell(200)(`${replicaSet}/setEnvironment`, { body: s.SetEnvironment, answer: s.Message }),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
