import { type EndpointName, endpoints } from "../../provider/api/endpoints";

// The contract names none. A call whose effect is visible at once answers 200, 201 or 204; any other answers 202.
const atOnce: Readonly<Partial<Record<EndpointName, number>>> = {
    createVpc: 201,
    deleteVpc: 204,
    renameVpc: 200,
    createPeering: 201,
    deletePeering: 204,
    enableServicePooler: 200,
    disableServicePooler: 200,
    updateServicePassword: 204,
    setServiceEnvironment: 200,
    enableReplicaSetPooler: 200,
    disableReplicaSetPooler: 200,
    setReplicaSetEnvironment: 200,
};

/** The status of an accepted call, unless the quirk `successCodes` says another. */
export const successStatus = (name: EndpointName): number =>
    atOnce[name] ?? (endpoints[name].verb === "GET" ? 200 : 202);
