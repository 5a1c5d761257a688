// The program that the data describe, in the package's own classes.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "../../../src";
import { given } from "./objects";
import {
    type ArgsOf,
    componentsOf,
    componentType,
    type Former,
    labelOf,
    type Moment,
    type Options,
    type Program,
    type Slot,
    type Spec,
    type Type,
} from "./program";

class Box extends pulumi.ComponentResource {
    constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
        super(componentType, name, {}, opts);
        this.registerOutputs({});
    }
}

/**
 * What the program does when it is run.
 * @param epoch when the history began, in milliseconds since the epoch
 */
export function build(program: Program, epoch: number): void {
    const made = new Map<Slot, pulumi.Resource>();
    const vpc = (slot: Slot) => made.get(slot) as clouddb.Vpc;
    const service = (slot: Slot) => made.get(slot) as clouddb.Service;
    const boxes = new Map(
        componentsOf(program).map((one) => {
            const former = program.components[one]?.aliases ?? [];
            return [one, new Box(labelOf(program, one), { aliases: former.map((name) => ({ name })) })];
        }),
    );
    const alias = ({ label, component }: Former): pulumi.Alias => ({
        name: label,
        parent: component === undefined ? pulumi.rootStackResource : boxes.get(component),
    });
    const opts = ({ component, aliases, protect, retainOnDelete, deleteBeforeReplace, deletedWith }: Options) => ({
        parent: component && boxes.get(component),
        aliases: aliases.map(alias),
        ...given({ protect, retainOnDelete, deleteBeforeReplace, deletedWith: deletedWith && made.get(deletedWith) }),
    });

    function declare<T extends Type, A>(
        group: Readonly<Partial<Record<Slot, Spec<T>>>>,
        Class: new (name: string, args: A, opts: pulumi.CustomResourceOptions) => pulumi.Resource,
        argsOf: (args: ArgsOf[T]) => A,
    ): void {
        const inOrder = Object.entries(group).sort(([one], [other]) => (one < other ? -1 : 1));
        for (const [slot, { args, options }] of inOrder as [Slot, Spec<T>][]) {
            const { adopt, profile, onNameConflict } = options;
            const common = given({ adopt, profile, onNameConflict });
            made.set(slot, new Class(options.label, { ...argsOf(args), ...common }, opts(options)));
        }
    }

    declare(program.vpcs, clouddb.Vpc, (args) => args);
    declare(program.services, clouddb.Service, ({ size, vpc: vpcSlot, forkFrom, regionCode, addons, ...rest }) => ({
        ...rest,
        ...size,
        ...given({
            addons: addons && [...addons],
            regionCode: typeof regionCode === "object" ? service(regionCode.of).regionCode : regionCode,
            vpcId: vpcSlot && vpc(vpcSlot).id,
            forkFrom: forkFrom && {
                serviceId: typeof forkFrom.service === "string" ? forkFrom.service : service(forkFrom.service.of).id,
                ...momentOf(forkFrom, epoch),
            },
        }),
    }));
    declare(program.sets, clouddb.ReadReplicaSet, ({ service: of, size, ...rest }) => ({
        serviceId: service(of).id,
        ...size,
        ...rest,
    }));
    declare(program.peerings, clouddb.Peering, ({ vpc: of, ...rest }) => ({
        vpcId: vpc(of).id,
        peerRegionCode: "us-east-1",
        peerVpcId: "vpc-0a1b2c3d",
        ...rest,
    }));
}

const momentOf = ({ strategy, minute }: Moment, epoch: number) =>
    strategy === "PITR" ? { strategy, targetTime: new Date(epoch + minute * 60_000).toISOString() } : { strategy };
