import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import { Peering, PeeringActivation, ReadReplicaSet, Service, Vpc, type LookupState } from "../../../src";
import { exportOf, type Type, types } from "../../support/types";

/** A class of the package with its required arguments. */
export interface Sample {
    readonly type: Type;
    readonly source: string;
    make(name: string, opts?: pulumi.CustomResourceOptions): pulumi.CustomResource;
    look(name: string, id: string, state?: LookupState): pulumi.CustomResource;
}

const classes = { Vpc, Peering, PeeringActivation, Service, ReadReplicaSet };
const peer = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-1" };
const size = { cpuMillis: 1000, memoryGbs: 4 };
const make: Readonly<Record<Type, Sample["make"]>> = {
    Vpc: (name, opts) => new Vpc(name, { cidr: "10.0.0.0/16", regionCode: "us-east-1" }, opts),
    Peering: (name, opts) => new Peering(name, { vpcId: "v", ...peer }, opts),
    PeeringActivation: (name, opts) => new PeeringActivation(name, { peeringId: "v/p" }, opts),
    Service: (name, opts) => new Service(name, {}, opts),
    ReadReplicaSet: (name, opts) => new ReadReplicaSet(name, { serviceId: "s", nodes: 1, ...size }, opts),
};

export const samples: readonly Sample[] = types.map((type) => ({
    type,
    source: `exports.handler=()=>require("pulumi-clouddb/provider").${exportOf(type)};`,
    make: make[type],
    look: (name, id, state) => classes[type].get(name, id, state),
}));

/** The outputs that a class declares: what a program may read. */
export function declaredOutputs(type: Type): string[] {
    const folder = path.join(__dirname, "..", "..", "..", "src", "program", "resources");
    const source = readdirSync(folder)
        .map((file) => readFileSync(path.join(folder, file), "utf8"))
        .join("");
    const text = source.split(`export class ${type} extends Managed `)[1]!.split("export class")[0]!;
    return ["projectId", ...[...text.matchAll(/declare readonly (\w+):/g)].map(([, name]) => name!)];
}

/** An output of a resource by its name. */
export const outputOf = (resource: pulumi.Resource, name: string): pulumi.Output<unknown> | undefined =>
    (resource as unknown as Record<string, pulumi.Output<unknown> | undefined>)[name];
