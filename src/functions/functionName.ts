/** The functions that read from the API. */
export type FunctionName =
    | "getCallerIdentity"
    | "getPeering"
    | "getPeerings"
    | "getProjects"
    | "getReadReplicaSet"
    | "getReadReplicaSets"
    | "getService"
    | "getServiceLogs"
    | "getServices"
    | "getVpc"
    | "getVpcs";
