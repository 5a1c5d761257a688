// The same functions, which the native provider calls: with the settings of an explicit provider where one is given.
import * as pulumi from "@pulumi/pulumi";
import { functions, type FunctionName } from "../../provider/functions";
import { asError, UserError } from "../../provider/lifecycle";
import { nativePrefix } from "../../shared/registration";
import { functionThrough, type FunctionDoor } from "./defineFunction";
import type * as ofIdentity from "./identity";
import type * as ofPeerings from "./peerings";
import type * as ofReadReplicaSets from "./readReplicaSets";
import type * as ofServices from "./services";
import type * as ofVpcs from "./vpcs";

export type * from "./args";
export type * from "./identity";
export type * from "./peerings";
export type * from "./readReplicaSets";
export type * from "./services";
export type * from "./vpcs";

const door: FunctionDoor<pulumi.InvokeOptions> =
    (name, args, { parent, provider } = {}) =>
    async () => {
        const { list } = functions[name];
        const answer = (await pulumi.runtime
            .invoke(`${nativePrefix}${name}`, args, { parent, provider })
            .catch((thrown: unknown) => {
                throw new UserError(asError(thrown).message.replace(engineSays, ""), { cause: thrown });
            })) as Properties;
        return list === undefined ? answer : answer[list];
    };

type Properties = Readonly<Record<string, unknown>>;

/** What the engine puts before the provider's message. */
const engineSays = /^invocation of \S+ returned an error: /;

type Direct = typeof ofIdentity & typeof ofVpcs & typeof ofPeerings & typeof ofServices & typeof ofReadReplicaSets;

type WithOptions<Called extends (...params: never[]) => unknown, Options> = (
    ...params: undefined extends Parameters<Called>[0]
        ? [args?: Parameters<Called>[0], opts?: Options]
        : [args: Parameters<Called>[0], opts?: Options]
) => ReturnType<Called>;

const promiseOf = <Name extends FunctionName>(name: Name) =>
    functionThrough(door, name).promise as unknown as WithOptions<Direct[Name], pulumi.InvokeOptions>;
const outputOf = <Name extends FunctionName>(name: Name) =>
    functionThrough(door, name).output as unknown as WithOptions<Direct[`${Name}Output`], pulumi.InvokeOutputOptions>;

/** Returns the identity of the API key. See the function of the same name of `pulumi-clouddb`. @function */
export const getCallerIdentity = promiseOf("getCallerIdentity");

/** As {@link getCallerIdentity}, for arguments that may be outputs. @function */
export const getCallerIdentityOutput = outputOf("getCallerIdentity");

/** Lists the projects that the API key can access. See the function of the same name of `pulumi-clouddb`. @function */
export const getProjects = promiseOf("getProjects");

/** As {@link getProjects}, for arguments that may be outputs. @function */
export const getProjectsOutput = outputOf("getProjects");

/** Lists the VPCs of a project. See the function of the same name of `pulumi-clouddb`. @function */
export const getVpcs = promiseOf("getVpcs");

/** As {@link getVpcs}, for arguments that may be outputs. @function */
export const getVpcsOutput = outputOf("getVpcs");

/** Looks up a VPC by its id or its name. See the function of the same name of `pulumi-clouddb`. @function */
export const getVpc = promiseOf("getVpc");

/** As {@link getVpc}, for arguments that may be outputs. @function */
export const getVpcOutput = outputOf("getVpc");

/** Lists the peerings of a VPC. See the function of the same name of `pulumi-clouddb`. @function */
export const getPeerings = promiseOf("getPeerings");

/** As {@link getPeerings}, for arguments that may be outputs. @function */
export const getPeeringsOutput = outputOf("getPeerings");

/** Looks up a peering. See the function of the same name of `pulumi-clouddb`. @function */
export const getPeering = promiseOf("getPeering");

/** As {@link getPeering}, for arguments that may be outputs. @function */
export const getPeeringOutput = outputOf("getPeering");

/** Lists the services of a project that match all filters. See the function of the same name of `pulumi-clouddb`. @function */
export const getServices = promiseOf("getServices");

/** As {@link getServices}, for arguments that may be outputs. @function */
export const getServicesOutput = outputOf("getServices");

/** Looks up a service by its id or its name. See the function of the same name of `pulumi-clouddb`. @function */
export const getService = promiseOf("getService");

/** As {@link getService}, for arguments that may be outputs. @function */
export const getServiceOutput = outputOf("getService");

/** Reads the log of a service, newest entry first. See the function of the same name of `pulumi-clouddb`. @function */
export const getServiceLogs = promiseOf("getServiceLogs");

/** As {@link getServiceLogs}, for arguments that may be outputs. @function */
export const getServiceLogsOutput = outputOf("getServiceLogs");

/** Lists the read replica sets of a service. See the function of the same name of `pulumi-clouddb`. @function */
export const getReadReplicaSets = promiseOf("getReadReplicaSets");

/** As {@link getReadReplicaSets}, for arguments that may be outputs. @function */
export const getReadReplicaSetsOutput = outputOf("getReadReplicaSets");

/** Looks up a read replica set by its id, or by its service and its name. See the function of the same name of `pulumi-clouddb`. @function */
export const getReadReplicaSet = promiseOf("getReadReplicaSet");

/** As {@link getReadReplicaSet}, for arguments that may be outputs. @function */
export const getReadReplicaSetOutput = outputOf("getReadReplicaSet");
