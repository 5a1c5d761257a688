// Programs as data. A resource is identified by its slot, whatever its current name.
export const vpcSlots = ["v0", "v1"] as const;
export const serviceSlots = ["s0", "s1", "s2"] as const;
export const setSlots = ["r0", "r1"] as const;
export const peeringSlots = ["p0"] as const;
export const slots = [...vpcSlots, ...serviceSlots, ...setSlots, ...peeringSlots] as const;
export const components = ["box", "crate"] as const;

export type VpcSlot = (typeof vpcSlots)[number];
export type ServiceSlot = (typeof serviceSlots)[number];
export type SetSlot = (typeof setSlots)[number];
export type PeeringSlot = (typeof peeringSlots)[number];
export type Slot = (typeof slots)[number];
export type Component = (typeof components)[number];

export interface VpcArgs {
    readonly cidr: string;
    readonly regionCode: string;
    readonly name?: string;
}

/** A literal, or an output of another resource, which is unknown in some previews. */
export type From<Of extends Slot> = string | { readonly of: Of };

export interface ServiceArgs {
    readonly name?: string;
    readonly regionCode?: From<VpcSlot | ServiceSlot>;
    readonly addons?: readonly ("time-series" | "ai")[];
    readonly size?: Size;
    readonly environment?: "DEV" | "PROD";
    readonly replicaCount?: number;
    readonly syncReplicaCount?: number;
    readonly connectionPooler?: boolean;
    readonly vpc?: VpcSlot;
    readonly password?: string;
    readonly paused?: boolean;
    readonly deletionProtection?: boolean;
    readonly forceDestroy?: boolean;
    /** A literal is an id. */
    readonly forkFrom?: { readonly service: From<ServiceSlot> } & Moment;
}

/** `minute`: the moment of `PITR`, in minutes since the history began. */
export type Moment =
    | { readonly strategy: "LAST_SNAPSHOT" | "NOW"; readonly minute?: undefined }
    | { readonly strategy: "PITR"; readonly minute: number };

export interface Size {
    readonly cpuMillis: number;
    readonly memoryGbs: number;
}

export interface SetArgs {
    readonly service: ServiceSlot;
    readonly nodes: number;
    readonly size: Size;
    readonly name?: string;
    readonly environment?: "DEV" | "PROD";
    readonly connectionPooler?: boolean;
}

export interface PeeringArgs {
    readonly vpc: VpcSlot;
    readonly peerAccountId: string;
    readonly waitFor?: "created" | "provisioned";
}

export type OnNameConflict = "error" | "ignore";

/** Connections beside the stack's own: to the same project, to another one, to another address. */
export const profiles = ["same", "other", "elsewhere"] as const;
export type Profile = (typeof profiles)[number];

/** A former name and place of a resource. */
export interface Former {
    readonly label: string;
    readonly component: Component | undefined;
}

export interface Options {
    readonly label: string;
    readonly component?: Component;
    readonly aliases: readonly Former[];
    readonly protect?: boolean;
    readonly retainOnDelete?: boolean;
    readonly deleteBeforeReplace?: boolean;
    readonly deletedWith?: Slot;
    readonly profile?: Profile;
    /** An id of the API. */
    readonly adopt?: string;
    readonly onNameConflict?: OnNameConflict;
}

export interface ArgsOf {
    Vpc: VpcArgs;
    Service: ServiceArgs;
    ReadReplicaSet: SetArgs;
    Peering: PeeringArgs;
}
export type Type = keyof ArgsOf;
export interface Spec<T extends Type> {
    readonly args: ArgsOf[T];
    readonly options: Options;
}

export interface Program {
    readonly vpcs: Readonly<Partial<Record<VpcSlot, Spec<"Vpc">>>>;
    readonly services: Readonly<Partial<Record<ServiceSlot, Spec<"Service">>>>;
    readonly sets: Readonly<Partial<Record<SetSlot, Spec<"ReadReplicaSet">>>>;
    readonly peerings: Readonly<Partial<Record<PeeringSlot, Spec<"Peering">>>>;
    /** The names of the components, where they are not their own. */
    readonly components: Readonly<
        Partial<Record<Component, { readonly label: string; readonly aliases: readonly string[] }>>
    >;
    /** What was declared under a name that it no longer has: the latest last. */
    readonly former: readonly { readonly slot: Slot; readonly spec: Spec<Type> }[];
}

export const emptyProgram: Program = { vpcs: {}, services: {}, sets: {}, peerings: {}, components: {}, former: [] };

type Group = Exclude<keyof Program, "components" | "former">;
const groups: readonly Group[] = ["vpcs", "services", "sets", "peerings"];

export const groupOf = (slot: Slot): Group => groups["vsrp".indexOf(slot.charAt(0))] ?? "vpcs";

export const specOf = (program: Program, slot: Slot): Spec<Type> | undefined =>
    (program[groupOf(slot)] as Readonly<Partial<Record<Slot, Spec<Type>>>>)[slot];

/** Replaces the content of a slot; `undefined` empties it. */
export function withSpec(program: Program, slot: Slot, spec: Spec<Type> | undefined): Program {
    const group = groupOf(slot);
    const rest = Object.fromEntries(Object.entries(program[group]).filter(([key]) => key !== slot));
    return { ...program, [group]: spec === undefined ? rest : { ...rest, [slot]: spec } };
}

/** The slot if it is occupied; otherwise the first occupied one of the same type, or of any type. */
export function presentSlot(program: Program, slot: Slot, anyKind = false): Slot | undefined {
    if (specOf(program, slot) !== undefined) return slot;
    const present = slotsOf(program);
    return present.find((other) => other.charAt(0) === slot.charAt(0)) ?? (anyKind ? present[0] : undefined);
}

/** A slot of the same kind that is empty. */
export const emptySlot = (program: Program, slot: Slot): Slot | undefined =>
    [slot, ...slots].find((other) => groupOf(other) === groupOf(slot) && specOf(program, other) === undefined);

export const slotsOf = (program: Program): Slot[] => slots.filter((slot) => specOf(program, slot) !== undefined);

/** The name of the package's class. */
export const typeOf = (slot: Slot): Type =>
    (({ vpcs: "Vpc", services: "Service", sets: "ReadReplicaSet", peerings: "Peering" }) as const)[groupOf(slot)];

export const labelOf = (program: Program, component: Component): string =>
    program.components[component]?.label ?? component;

export const componentType = "shop:index:Box";

/** The URN that the resource has in a stack of that name. */
export function urnOf(program: Program, slot: Slot, stack: string, project: string): string {
    const { component, label } = specOf(program, slot)?.options ?? { component: undefined, label: slot };
    const prefix = component === undefined ? "" : `${componentType}$`;
    return `urn:pulumi:${stack}::${project}::${prefix}pulumi-nodejs:dynamic/clouddb:${typeOf(slot)}::${label}`;
}

/** The components that the resources are in, or were. */
export const componentsOf = (program: Program): Component[] => [
    ...new Set(
        slotsOf(program).flatMap((slot) => {
            const { component, aliases } = specOf(program, slot)!.options;
            return [component, ...aliases.map((former) => former.component)].flatMap((one) => one ?? []);
        }),
    ),
];

export const componentUrns = (program: Program, stack: string, project: string): string[] =>
    componentsOf(program).map((one) => `urn:pulumi:${stack}::${project}::${componentType}::${labelOf(program, one)}`);
