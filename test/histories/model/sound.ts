// What a program has to be, so that the Pulumi engine runs it.
import { given, without } from "./objects";
import type { Options, Program, ServiceArgs, ServiceSlot, Slot, Spec, Type, VpcSlot } from "./program";
import { slots, slotsOf, specOf, withSpec } from "./program";

export const defaultRegion = "us-east-1";

/** The service of the program that this one is a fork of. */
const parentOf = ({ forkFrom }: ServiceArgs): ServiceSlot | undefined =>
    typeof forkFrom?.service === "object" ? forkFrom.service.of : undefined;

/**
 * The region of a service; `undefined` for a fork of a service outside the program.
 * @param isIn the region that a service is in. It stays there when the program no longer says one, and a fork when its parent is
 *     replaced. Default: the parent's, or that of a new service
 */
export function regionOf(
    program: Program,
    slot: VpcSlot | ServiceSlot,
    isIn: (slot: ServiceSlot) => string | undefined = () => undefined,
): string | undefined {
    const vpc = program.vpcs[slot as VpcSlot];
    if (vpc) return vpc.args.regionCode;
    const service = program.services[slot as ServiceSlot];
    if (!service) return defaultRegion;
    const { forkFrom, regionCode } = service.args;
    if (forkFrom) {
        const parent = parentOf(service.args);
        return isIn(slot as ServiceSlot) ?? (parent && regionOf(program, parent, isIn));
    }
    if (regionCode === undefined) return isIn(slot as ServiceSlot) ?? defaultRegion;
    return typeof regionCode === "string" ? regionCode : regionOf(program, regionCode.of, isIn);
}

/** Removes what is invalid: dangling references, duplicate names, a VPC in another region. */
export function sound(program: Program): Program {
    let made: Program = { ...program, vpcs: {}, services: {}, sets: {}, peerings: {} };
    const labels = new Set<string>();
    for (const slot of slotsOf(program)) {
        const spec = specOf(program, slot)!;
        const { options } = spec;
        // A URN has the type of the component, and not its name.
        const place = `${slot.charAt(0)}/${options.component === undefined}/${options.label}`;
        if (labels.has(place)) continue;
        labels.add(place);
        const kept = soundSpec(made, slot, running(program, slot, spec));
        if (kept) made = withSpec(made, slot, { ...kept, options: soundOptions(made, kept) });
    }
    return made;
}

/** Replica sets need a running service. */
function running(program: Program, slot: Slot, spec: Spec<Type>): Spec<Type> {
    const isParent = Object.values(program.sets).some(({ args }) => args.service === slot);
    return isParent ? { ...spec, args: without(spec.args as ServiceArgs, "paused") } : spec;
}

function soundSpec(program: Program, slot: Slot, spec: Spec<Type>): Spec<Type> | undefined {
    const { args } = spec as { args: { service?: ServiceSlot; vpc?: VpcSlot } };
    if (slot.startsWith("r") && !(args.service && program.services[args.service])) return undefined;
    if (slot.startsWith("p") && !(args.vpc && program.vpcs[args.vpc])) return undefined;
    if (!slot.startsWith("s")) return spec;
    const { vpc, ...service } = soundService(program, slot as ServiceSlot, spec.args);
    const placed = withSpec(program, slot, { ...spec, args: service });
    const fits = vpc !== undefined && regionOf(placed, slot as ServiceSlot) === regionOf(program, vpc);
    return { ...spec, args: fits ? { ...service, vpc } : service };
}

function soundService(program: Program, slot: ServiceSlot, args: ServiceArgs): ServiceArgs {
    const has = (other: Slot) => specOf(program, other) !== undefined && slots.indexOf(other) < slots.indexOf(slot);
    const { forkFrom, regionCode, syncReplicaCount, addons, vpc, ...rest } = args;
    const parent = parentOf(args);
    const isFork = forkFrom && (!parent || (has(parent) && !program.services[parent]?.args.paused));
    const isPlace = typeof regionCode === "string" || (regionCode && has(regionCode.of));
    return given({
        ...rest,
        forkFrom: isFork ? forkFrom : undefined,
        regionCode: !isFork && isPlace ? regionCode : undefined,
        addons: isFork ? undefined : addons,
        syncReplicaCount: (syncReplicaCount ?? 0) <= (args.replicaCount ?? 0) ? syncReplicaCount : undefined,
        vpc: vpc && has(vpc) ? vpc : undefined,
    });
}

/** What belongs together is reached by one connection, and `deletedWith` names only what takes its contents along. */
function soundOptions(program: Program, { args, options: { deletedWith, profile, ...rest } }: Spec<Type>): Options {
    const { vpc, service } = args as { vpc?: Slot; service?: Slot };
    const [parent] = [vpc, service, parentOf(args as ServiceArgs)].flatMap(
        (each) => (each && specOf(program, each)) ?? [],
    );
    const container = service !== undefined ? "s" : "peerAccountId" in args ? "v" : undefined;
    const goesWith = container !== undefined && deletedWith?.startsWith(container) ? deletedWith : undefined;
    return given({
        ...rest,
        deletedWith: goesWith && specOf(program, goesWith) ? goesWith : undefined,
        profile: parent ? parent.options.profile : profile,
    });
}
