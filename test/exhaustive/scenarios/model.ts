// Short words for programs of the histories' model.
import {
    emptyProgram,
    type Options,
    type Program,
    type ServiceArgs,
    type ServiceSlot,
    type SetArgs,
    type Spec,
    type VpcArgs,
} from "../../histories/model/program";

export const region = "us-east-1";
export const otherRegion = "eu-west-1";
export const hour = 3_600_000;
export const day = 24 * hour;

type More = Partial<Options>;
const options = (label: string, more: More): Options => ({ label, aliases: [], ...more });

export const vpc = (args: Partial<VpcArgs> = {}, more: More = {}): Spec<"Vpc"> => ({
    args: { cidr: "10.0.0.0/16", regionCode: region, ...args },
    options: options("net", more),
});
export const service = (args: ServiceArgs = {}, more: More = {}): Spec<"Service"> => ({
    args: { regionCode: region, ...args },
    options: options("db", more),
});
export const set = (args: Partial<SetArgs> = {}, more: More = {}): Spec<"ReadReplicaSet"> => ({
    args: { service: "s0", nodes: 1, size: { cpuMillis: 500, memoryGbs: 2 }, ...args },
    options: options("set", more),
});

export const program = (given: Partial<Pick<Program, "vpcs" | "services" | "sets">>): Program => ({
    ...emptyProgram,
    ...given,
});
/** One service. */
export const only = (args: ServiceArgs = {}, more: More = {}, slot: ServiceSlot = "s0"): Program =>
    program({ services: { [slot]: service(args, more) } });
