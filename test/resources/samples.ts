import { readFileSync } from "node:fs";
import path from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import { Peering, PeeringActivation, ReadReplicaSet, Service, Vpc, type GetOptions } from "../../src";

export type ClassName = "Vpc" | "Peering" | "PeeringActivation" | "Service" | "ReadReplicaSet";

/** A class of the package with its required arguments. */
export interface Sample {
    readonly type: ClassName;
    readonly source: string;
    make(name: string, opts?: pulumi.CustomResourceOptions): pulumi.CustomResource;
    look(name: string, id: string, opts?: GetOptions): pulumi.CustomResource;
}

export const samples: readonly Sample[] = [
    {
        type: "Vpc",
        source: 'exports.handler=()=>require("pulumi-clouddb/provider").vpc;',
        make: (name, opts) => new Vpc(name, { cidr: "10.0.0.0/16", regionCode: "us-east-1" }, opts),
        look: (name, id, opts) => Vpc.get(name, id, opts),
    },
    {
        type: "Peering",
        source: 'exports.handler=()=>require("pulumi-clouddb/provider").peering;',
        make: (name, opts) =>
            new Peering(
                name,
                { vpcId: "v", peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-1" },
                opts,
            ),
        look: (name, id, opts) => Peering.get(name, id, opts),
    },
    {
        type: "PeeringActivation",
        source: 'exports.handler=()=>require("pulumi-clouddb/provider").peeringActivation;',
        make: (name, opts) => new PeeringActivation(name, { peeringId: "v/p" }, opts),
        look: (name, id, opts) => PeeringActivation.get(name, id, opts),
    },
    {
        type: "Service",
        source: 'exports.handler=()=>require("pulumi-clouddb/provider").service;',
        make: (name, opts) => new Service(name, {}, opts),
        look: (name, id, opts) => Service.get(name, id, opts),
    },
    {
        type: "ReadReplicaSet",
        source: 'exports.handler=()=>require("pulumi-clouddb/provider").readReplicaSet;',
        make: (name, opts) =>
            new ReadReplicaSet(name, { serviceId: "s", nodes: 1, cpuMillis: 1000, memoryGbs: 4 }, opts),
        look: (name, id, opts) => ReadReplicaSet.get(name, id, opts),
    },
];

/** The outputs that a class declares: what a program may read. */
export function declaredOutputs(type: ClassName): string[] {
    const file = `${type.charAt(0).toLowerCase()}${type.slice(1)}.ts`;
    const text = readFileSync(path.join(__dirname, "..", "..", "src", "resources", file), "utf8");
    return [...text.matchAll(/declare readonly (\w+):/g)].map(([, name]) => name!);
}

/** An output of a resource by its name. */
export const outputOf = (resource: pulumi.Resource, name: string): pulumi.Output<unknown> | undefined =>
    (resource as unknown as Record<string, pulumi.Output<unknown> | undefined>)[name];

/** The final value of an output. */
export const valueOf = <T>(output: pulumi.Output<T>): Promise<T> =>
    (output as unknown as { promise(): Promise<T> }).promise();
