// Every endpoint of the contract: verb, path, request and response schema; and the client's functions, grouped by API resource,
// with the names of the API reference. The emulator's routes, the contract tests and the check of the table in docs/endpoints.md
// follow from the first list.
import { z } from "zod";
import type { Caller } from "./call";
import { endpoint, type Endpoint, type EndpointResult } from "./endpoint";
import * as s from "./schemas";

const get = endpoint("GET", false);
const post = endpoint("POST", false);
/** A POST whose response body the contract leaves open, or defines as a mere message. */
const action = endpoint("POST", true);
const del = endpoint("DELETE", true);

const project = "/projects/{project_id}";
const vpc = `${project}/vpcs/{vpc_id}` as const;
const service = `${project}/services/{service_id}` as const;
const replicaSet = `${service}/replicaSets/{replica_set_id}` as const;

export const endpoints = {
    getCallerIdentity: get("/auth/info", { answer: s.CredentialInfo }),
    listProjects: get("/projects", { answer: z.array(s.Project) }),

    listVpcs: get(`${project}/vpcs`, { answer: z.array(s.Vpc) }),
    createVpc: post(`${project}/vpcs`, { body: s.CreateVpc, answer: s.Vpc }),
    getVpc: get(vpc, { answer: s.Vpc, shows: "vpc_id" }),
    deleteVpc: del(vpc),
    renameVpc: action(`${vpc}/rename`, { body: s.RenameVpc, answer: s.Message }),

    listPeerings: get(`${vpc}/peerings`, { answer: z.array(s.Peering) }),
    createPeering: post(`${vpc}/peerings`, { body: s.CreatePeering, answer: s.Peering }),
    getPeering: get(`${vpc}/peerings/{peering_id}`, { answer: s.Peering, shows: "peering_id" }),
    deletePeering: del(`${vpc}/peerings/{peering_id}`),

    listServices: get(`${project}/services`, { answer: z.array(s.Service) }),
    createService: post(`${project}/services`, { body: s.CreateService, answer: s.Service }),
    getService: get(service, { answer: s.Service, shows: "service_id" }),
    deleteService: del(service),
    startService: action(`${service}/start`, { answer: s.Service, shows: "service_id" }),
    stopService: action(`${service}/stop`, { answer: s.Service, shows: "service_id" }),
    attachServiceToVpc: action(`${service}/attachToVPC`, { body: s.ServiceVpc, answer: s.Message }),
    detachServiceFromVpc: action(`${service}/detachFromVPC`, { body: s.ServiceVpc, answer: s.Message }),
    resizeService: action(`${service}/resize`, { body: s.Resize, answer: s.Service, shows: "service_id" }),
    enableServicePooler: action(`${service}/enablePooler`, { answer: s.Message }),
    disableServicePooler: action(`${service}/disablePooler`, { answer: s.Message }),
    forkService: action(`${service}/forkService`, { body: s.ForkService, answer: s.Service }),
    updateServicePassword: action(`${service}/updatePassword`, { body: s.UpdatePassword, answer: s.Message }),
    setServiceEnvironment: action(`${service}/setEnvironment`, { body: s.SetEnvironment, answer: s.Message }),
    setServiceHa: action(`${service}/setHA`, { body: s.SetHa, answer: s.Service, shows: "service_id" }),
    getServiceLogs: get(`${service}/logs`, { query: s.LogsQuery, answer: s.Logs }),

    listReplicaSets: get(`${service}/replicaSets`, { answer: z.array(s.ReadReplicaSet) }),
    createReplicaSet: action(`${service}/replicaSets`, { body: s.CreateReplicaSet, answer: s.ReadReplicaSet }),
    deleteReplicaSet: del(replicaSet),
    resizeReplicaSet: action(`${replicaSet}/resize`, { body: s.Resize, answer: s.Message }),
    enableReplicaSetPooler: action(`${replicaSet}/enablePooler`, { answer: s.Message }),
    disableReplicaSetPooler: action(`${replicaSet}/disablePooler`, { answer: s.Message }),
    setReplicaSetEnvironment: action(`${replicaSet}/setEnvironment`, {
        body: s.SetEnvironment,
        answer: s.Message,
    }),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/** Binds every endpoint to a connection. @internal */
export const bindFamilies = (call: Caller) => ({
    identity: {
        whoami: call(endpoints.getCallerIdentity),
        projects: call(endpoints.listProjects),
    },
    vpcs: {
        list: call(endpoints.listVpcs),
        create: call(endpoints.createVpc),
        get: call(endpoints.getVpc),
        delete: call(endpoints.deleteVpc),
        rename: call(endpoints.renameVpc),
    },
    peerings: {
        list: call(endpoints.listPeerings),
        create: call(endpoints.createPeering),
        get: call(endpoints.getPeering),
        delete: call(endpoints.deletePeering),
    },
    services: {
        list: call(endpoints.listServices),
        create: call(endpoints.createService),
        get: call(endpoints.getService),
        delete: call(endpoints.deleteService),
        start: call(endpoints.startService),
        stop: call(endpoints.stopService),
        attachToVpc: call(endpoints.attachServiceToVpc),
        detachFromVpc: call(endpoints.detachServiceFromVpc),
        resize: call(endpoints.resizeService),
        enablePooler: call(endpoints.enableServicePooler),
        disablePooler: call(endpoints.disableServicePooler),
        fork: call(endpoints.forkService),
        updatePassword: call(endpoints.updateServicePassword),
        setEnvironment: call(endpoints.setServiceEnvironment),
        setHa: call(endpoints.setServiceHa),
        logs: call(endpoints.getServiceLogs),
    },
    replicaSets: {
        list: call(endpoints.listReplicaSets),
        create: call(endpoints.createReplicaSet),
        delete: call(endpoints.deleteReplicaSet),
        resize: call(endpoints.resizeReplicaSet),
        enablePooler: call(endpoints.enableReplicaSetPooler),
        disablePooler: call(endpoints.disableReplicaSetPooler),
        setEnvironment: call(endpoints.setReplicaSetEnvironment),
    },
});

// Records as the client returns them, with camelCase keys.
export type CredentialInfo = EndpointResult<typeof endpoints.getCallerIdentity>;
export type ProjectRecord = EndpointResult<typeof endpoints.listProjects>["records"][number];
export type VpcRecord = EndpointResult<typeof endpoints.getVpc>;
export type PeeringRecord = EndpointResult<typeof endpoints.getPeering>;
export type ServiceRecord = EndpointResult<typeof endpoints.getService>;
export type ReplicaSetRecord = EndpointResult<typeof endpoints.listReplicaSets>["records"][number];
export type LogsPage = EndpointResult<typeof endpoints.getServiceLogs>;
