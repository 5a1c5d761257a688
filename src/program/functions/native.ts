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

const door: FunctionDoor<pulumi.InvokeOptions> = {
    prepare:
        (name, args, { parent, provider } = {}) =>
        async () => {
            const { list } = functions[name];
            const answer = (await pulumi.runtime
                .invoke(`${nativePrefix}${name}`, args, { parent, provider })
                .catch((thrown: unknown) => {
                    throw new UserError(asError(thrown).message.replace(engineSays, ""), { cause: thrown });
                })) as Properties;
            return list === undefined ? answer : answer[list];
        },
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

const bothForms = <Name extends FunctionName>(name: Name) =>
    functionThrough(door, name) as unknown as {
        readonly promise: WithOptions<Direct[Name], pulumi.InvokeOptions>;
        readonly output: WithOptions<Direct[`${Name}Output`], pulumi.InvokeOutputOptions>;
    };

const callerIdentity = bothForms("getCallerIdentity");

/** Returns the identity of the API key. See the function of the same name of `pulumi-clouddb`. @function */
export const getCallerIdentity = callerIdentity.promise;

/** As {@link getCallerIdentity}, for arguments that may be outputs. @function */
export const getCallerIdentityOutput = callerIdentity.output;

const projects = bothForms("getProjects");

/** Lists the projects that the API key can access. See the function of the same name of `pulumi-clouddb`. @function */
export const getProjects = projects.promise;

/** As {@link getProjects}, for arguments that may be outputs. @function */
export const getProjectsOutput = projects.output;

const vpcs = bothForms("getVpcs");

/** Lists the VPCs of a project. See the function of the same name of `pulumi-clouddb`. @function */
export const getVpcs = vpcs.promise;

/** As {@link getVpcs}, for arguments that may be outputs. @function */
export const getVpcsOutput = vpcs.output;

const vpc = bothForms("getVpc");

/** Looks up a VPC by its id or its name. See the function of the same name of `pulumi-clouddb`. @function */
export const getVpc = vpc.promise;

/** As {@link getVpc}, for arguments that may be outputs. @function */
export const getVpcOutput = vpc.output;

const peerings = bothForms("getPeerings");

/** Lists the peerings of a VPC. See the function of the same name of `pulumi-clouddb`. @function */
export const getPeerings = peerings.promise;

/** As {@link getPeerings}, for arguments that may be outputs. @function */
export const getPeeringsOutput = peerings.output;

const peering = bothForms("getPeering");

/** Looks up a peering. See the function of the same name of `pulumi-clouddb`. @function */
export const getPeering = peering.promise;

/** As {@link getPeering}, for arguments that may be outputs. @function */
export const getPeeringOutput = peering.output;

const services = bothForms("getServices");

/** Lists the services of a project that match all filters. See the function of the same name of `pulumi-clouddb`. @function */
export const getServices = services.promise;

/** As {@link getServices}, for arguments that may be outputs. @function */
export const getServicesOutput = services.output;

const service = bothForms("getService");

/** Looks up a service by its id or its name. See the function of the same name of `pulumi-clouddb`. @function */
export const getService = service.promise;

/** As {@link getService}, for arguments that may be outputs. @function */
export const getServiceOutput = service.output;

const serviceLogs = bothForms("getServiceLogs");

/** Reads the log of a service, newest entry first. See the function of the same name of `pulumi-clouddb`. @function */
export const getServiceLogs = serviceLogs.promise;

/** As {@link getServiceLogs}, for arguments that may be outputs. @function */
export const getServiceLogsOutput = serviceLogs.output;

const readReplicaSets = bothForms("getReadReplicaSets");

/** Lists the read replica sets of a service. See the function of the same name of `pulumi-clouddb`. @function */
export const getReadReplicaSets = readReplicaSets.promise;

/** As {@link getReadReplicaSets}, for arguments that may be outputs. @function */
export const getReadReplicaSetsOutput = readReplicaSets.output;

const readReplicaSet = bothForms("getReadReplicaSet");

/** Looks up a read replica set by its id, or by its service and its name. See the function of the same name of `pulumi-clouddb`. @function */
export const getReadReplicaSet = readReplicaSet.promise;

/** As {@link getReadReplicaSet}, for arguments that may be outputs. @function */
export const getReadReplicaSetOutput = readReplicaSet.output;
