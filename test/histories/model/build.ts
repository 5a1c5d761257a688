// The program that the data describe, in the package's own classes.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "../../../src";
import {
    type Component,
    componentsOf,
    componentType,
    type Former,
    labelOf,
    type Options,
    type Program,
    type ServiceArgs,
    type ServiceSlot,
    type Slot,
    type VpcSlot,
} from "./program";

class Box extends pulumi.ComponentResource {
    constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
        super(componentType, name, {}, opts);
        this.registerOutputs({});
    }
}

const boxesOf = (program: Program): ReadonlyMap<Component, Box> =>
    new Map(
        componentsOf(program).map((one) => {
            const former = program.components[one]?.aliases ?? [];
            return [one, new Box(labelOf(program, one), { aliases: former.map((name) => ({ name })) })];
        }),
    );

/**
 * What the program does when it is run.
 * @param epoch when the history began, in milliseconds since the epoch
 */
export function build(program: Program, epoch: number): void {
    const made = new Map<Slot, pulumi.Resource>();
    const boxes = boxesOf(program);
    const alias = ({ label, component }: Former): pulumi.Alias => ({
        name: label,
        parent: component === undefined ? pulumi.rootStackResource : boxes.get(component),
    });
    const opts = (options: Options): pulumi.CustomResourceOptions => ({
        parent: options.component && boxes.get(options.component),
        aliases: options.aliases.map(alias),
        ...(options.protect === undefined ? {} : { protect: options.protect }),
        ...(options.retainOnDelete === undefined ? {} : { retainOnDelete: options.retainOnDelete }),
        ...(options.deleteBeforeReplace === undefined ? {} : { deleteBeforeReplace: options.deleteBeforeReplace }),
        ...(options.deletedWith === undefined ? {} : { deletedWith: made.get(options.deletedWith)! }),
    });
    const common = ({ adopt, onNameConflict, profile }: Options) => ({
        ...(adopt === undefined ? {} : { adopt }),
        ...(profile === undefined ? {} : { profile }),
        ...(onNameConflict === undefined ? {} : { onNameConflict }),
    });

    function declared<R extends pulumi.Resource>(slot: Slot, resource: R): R {
        made.set(slot, resource);
        return resource;
    }

    const vpcs = new Map<VpcSlot, clouddb.Vpc>();
    for (const [slot, { args, options }] of inOrder(program.vpcs))
        vpcs.set(slot, declared(slot, new clouddb.Vpc(options.label, { ...args, ...common(options) }, opts(options))));

    const services = new Map<ServiceSlot, clouddb.Service>();
    for (const [slot, { args, options }] of inOrder(program.services)) {
        const { size, vpc, forkFrom, regionCode, addons, ...rest } = args;
        const parent =
            forkFrom &&
            (typeof forkFrom.service === "string" ? forkFrom.service : services.get(forkFrom.service.of)!.id);
        const region =
            regionCode === undefined || typeof regionCode === "string" ? regionCode : regionFrom(regionCode.of);
        const service = new clouddb.Service(
            options.label,
            {
                ...rest,
                ...(size ?? {}),
                ...(addons ? { addons: [...addons] } : {}),
                ...(region === undefined ? {} : { regionCode: region }),
                ...(vpc ? { vpcId: vpcs.get(vpc)!.id } : {}),
                ...(forkFrom ? { forkFrom: { serviceId: parent!, ...momentOf(forkFrom, epoch) } } : {}),
                ...common(options),
            },
            opts(options),
        );
        services.set(slot, declared(slot, service));
    }

    function regionFrom(slot: VpcSlot | ServiceSlot): pulumi.Output<string> {
        return (vpcs.get(slot as VpcSlot) ?? services.get(slot as ServiceSlot)!).regionCode;
    }

    for (const [slot, { args, options }] of inOrder(program.sets)) {
        const { service, size, ...rest } = args;
        const set = new clouddb.ReadReplicaSet(
            options.label,
            { serviceId: services.get(service)!.id, ...size, ...rest, ...common(options) },
            opts(options),
        );
        declared(slot, set);
    }
    for (const [, { args, options }] of inOrder(program.peerings)) {
        const { vpc, ...rest } = args;
        const peer = { peerRegionCode: "us-east-1", peerVpcId: "vpc-0a1b2c3d" };
        new clouddb.Peering(
            options.label,
            { vpcId: vpcs.get(vpc)!.id, ...peer, ...rest, ...common(options) },
            opts(options),
        );
    }
}

const momentOf = ({ strategy, minute }: NonNullable<ServiceArgs["forkFrom"]>, epoch: number) =>
    minute === undefined ? { strategy } : { strategy, targetTime: new Date(epoch + minute * 60_000).toISOString() };

/** In the order of the slots, which is that of what refers to what. */
const inOrder = <S extends string, T>(group: Readonly<Partial<Record<S, T>>>) =>
    (Object.entries(group) as [S, T][]).sort(([one], [other]) => (one < other ? -1 : 1));
