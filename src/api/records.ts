import type { EndpointResult, endpoints } from "./endpoints";

// The records of the contract as the client gives them: in our words.
export type CredentialInfo = EndpointResult<typeof endpoints.getCallerIdentity>;
export type ProjectRecord = EndpointResult<typeof endpoints.listProjects>[number];
export type VpcRecord = EndpointResult<typeof endpoints.getVpc>;
export type PeeringRecord = EndpointResult<typeof endpoints.getPeering>;
export type ServiceRecord = EndpointResult<typeof endpoints.getService>;
export type ReplicaSetRecord = EndpointResult<typeof endpoints.listReplicaSets>[number];
export type LogsPage = EndpointResult<typeof endpoints.getServiceLogs>;
