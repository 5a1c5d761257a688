import type { Options, Program, ServiceArgs, ServiceSlot, Slot, Spec, Type, VpcSlot } from "./program";
import { slots, slotsOf, specOf, withSpec } from "./program";

export const defaultRegion = "us-east-1";

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
        const parent = typeof forkFrom.service === "string" ? undefined : forkFrom.service.of;
        return isIn(slot as ServiceSlot) ?? (parent && regionOf(program, parent, isIn));
    }
    if (regionCode === undefined) return isIn(slot as ServiceSlot) ?? defaultRegion;
    return typeof regionCode === "string" ? regionCode : regionOf(program, regionCode.of, isIn);
}

const earlier = (one: Slot, other: Slot) => slots.indexOf(one) < slots.indexOf(other);

function soundService(program: Program, slot: ServiceSlot, args: ServiceArgs): ServiceArgs {
    const has = (other: Slot) => specOf(program, other) !== undefined && earlier(other, slot);
    const { forkFrom, regionCode, syncReplicaCount, addons, vpc, ...rest } = args;
    const paused =
        forkFrom && typeof forkFrom.service !== "string" && program.services[forkFrom.service.of]?.args.paused;
    const fork =
        forkFrom && !paused && (typeof forkFrom.service === "string" || has(forkFrom.service.of)) ? { forkFrom } : {};
    const isFork = "forkFrom" in fork;
    const region = regionCode !== undefined && (typeof regionCode === "string" || has(regionCode.of));
    return {
        ...rest,
        ...fork,
        ...(!isFork && region ? { regionCode } : {}),
        ...(!isFork && addons ? { addons } : {}),
        ...(syncReplicaCount !== undefined && syncReplicaCount <= (args.replicaCount ?? 0) ? { syncReplicaCount } : {}),
        ...(vpc !== undefined && has(vpc) ? { vpc } : {}),
    };
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

/** What belongs together is reached by one connection. */
function soundOptions(program: Program, { args, options: { deletedWith, profile, ...rest } }: Spec<Type>): Options {
    const { vpc, service, forkFrom } = args as { vpc?: Slot; service?: Slot; forkFrom?: ServiceArgs["forkFrom"] };
    const fork = forkFrom && typeof forkFrom.service !== "string" ? forkFrom.service.of : undefined;
    const [parent] = [vpc, service, fork].flatMap((each) => (each && specOf(program, each)) ?? []);
    const reached = parent ? parent.options.profile : profile;
    return {
        ...rest,
        ...(deletedWith !== undefined && specOf(program, deletedWith) !== undefined ? { deletedWith } : {}),
        ...(reached === undefined ? {} : { profile: reached }),
    };
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

/** Replica sets need a running service. */
function running(program: Program, slot: Slot, spec: Spec<Type>): Spec<Type> {
    const isParent = Object.values(program.sets).some(({ args }) => args.service === slot);
    if (!isParent) return spec;
    const args = Object.entries(spec.args).filter(([key]) => key !== "paused");
    return { ...spec, args: Object.fromEntries(args) };
}
