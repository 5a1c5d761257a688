// Random programs.
import fc from "fast-check";
import {
    components,
    type ArgsOf,
    type Options,
    type PeeringSlot,
    type Program,
    type ServiceArgs,
    type ServiceSlot,
    serviceSlots,
    type SetArgs,
    type SetSlot,
    type Slot,
    type Spec,
    type Type,
    type VpcSlot,
    vpcSlots,
} from "./program";

export const regions = ["us-east-1", "eu-west-1"] as const;
const sizes = [
    { cpuMillis: 500, memoryGbs: 2 },
    { cpuMillis: 1000, memoryGbs: 4 },
    { cpuMillis: 2000, memoryGbs: 8 },
] as const;
export const names = ["orders", "Orders", "s0"] as const;
export const labels = ["alpha", "beta", "s1"] as const;
const networks = ["10.0.0.0/16", "10.1.0.0/16", "10.2.0.0/16"] as const;

/** Present with that chance. `fc.option` with `freq: 1` is never present. */
export const maybe = <T>(value: fc.Arbitrary<T>, chance: number): fc.Arbitrary<T | undefined> =>
    fc.oneof(
        { weight: Math.round((1 - chance) * 100), arbitrary: fc.constant(undefined) },
        { weight: Math.round(chance * 100), arbitrary: value },
    );

/** How often an argument is present: in a program rarely, so that an edit can add it. */
interface Chances {
    readonly rare: number;
    readonly usual: number;
}
const inProgram: Chances = { rare: 0.15, usual: 0.5 };
const inEdit: Chances = { rare: 0.75, usual: 0.75 };

const region = fc.constantFrom(...regions);
export const size = fc.constantFrom(...sizes);
const environment = fc.constantFrom("DEV" as const, "PROD" as const);

/** Removes undefined keys, which are omitted arguments. */
const given = <T extends object>(shape: { [Key in keyof T]: fc.Arbitrary<T[Key] | undefined> }): fc.Arbitrary<T> =>
    fc
        .record(shape as Record<string, fc.Arbitrary<unknown>>)
        .map((value) => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T);

const earlierServices = (slot: ServiceSlot) => serviceSlots.filter((other) => other < slot);

const from = (slot: ServiceSlot): fc.Arbitrary<NonNullable<ServiceArgs["regionCode"]>> =>
    fc.oneof(
        { weight: 3, arbitrary: region },
        { weight: 2, arbitrary: fc.constantFrom(...vpcSlots, ...earlierServices(slot)).map((of) => ({ of })) },
    );

const serviceShape = (slot: ServiceSlot, { rare, usual }: Chances) => ({
    name: maybe(fc.constantFrom(...names), rare),
    regionCode: maybe(from(slot), usual),
    addons: maybe(fc.constantFrom(["time-series"] as const, ["ai"] as const, [] as const), rare),
    size: maybe(size, usual),
    environment: maybe(environment, rare),
    replicaCount: maybe(fc.constantFrom(0, 1, 2), rare),
    syncReplicaCount: maybe(fc.constantFrom(0, 1), rare),
    connectionPooler: maybe(fc.boolean(), rare),
    vpc: maybe(fc.constantFrom(...vpcSlots), rare),
    password: maybe(fc.constantFrom("first-password", "second-password"), rare),
    paused: maybe(fc.boolean(), rare),
    deletionProtection: maybe(fc.boolean(), rare),
    forceDestroy: maybe(fc.boolean(), rare),
    forkFrom:
        earlierServices(slot).length === 0
            ? fc.constant(undefined)
            : maybe(
                  fc
                      .record({
                          service: fc.constantFrom(...earlierServices(slot)).map((of) => ({ of })),
                          how: fc.constantFrom(
                              { strategy: "LAST_SNAPSHOT" as const },
                              { strategy: "NOW" as const },
                              { strategy: "PITR" as const, minute: 3 },
                              { strategy: "PITR" as const, minute: 5 },
                          ),
                      })
                      .map(({ service, how }) => ({ service, ...how })),
                  usual,
              ),
});

const setShape = ({ rare }: Chances) => ({
    service: fc.constantFrom(...serviceSlots),
    nodes: fc.constantFrom(1, 2),
    size,
    name: maybe(fc.constantFrom("reports", "Reports"), rare),
    environment: maybe(environment, rare),
    connectionPooler: maybe(fc.boolean(), rare),
});
const vpcShape = (slot: VpcSlot, { rare }: Chances) => ({
    cidr: fc.constantFrom(...(slot === "v0" ? networks : [...networks].reverse())),
    regionCode: region,
    name: maybe(fc.constantFrom("net", "Net"), rare),
});
const peeringShape = ({ rare }: Chances) => ({
    vpc: fc.constantFrom(...vpcSlots),
    peerAccountId: fc.constantFrom("111111111111", "222222222222"),
    waitFor: maybe(fc.constantFrom("created" as const, "provisioned" as const), rare),
});

const shapeOf = (slot: Slot, chances: Chances): { [key: string]: fc.Arbitrary<unknown> } => {
    if (slot.startsWith("s")) return serviceShape(slot as ServiceSlot, chances);
    if (slot.startsWith("v")) return vpcShape(slot as VpcSlot, chances);
    return slot.startsWith("r") ? setShape(chances) : peeringShape(chances);
};

/** PROD services are protected by default; most turn that off here, or nothing would ever be deleted. */
const unprotected = (args: ServiceArgs): ServiceArgs =>
    args.environment === "PROD" && args.deletionProtection === undefined && args.size?.cpuMillis !== 2000
        ? { ...args, deletionProtection: false }
        : args;

const options = (slot: Slot): fc.Arbitrary<Options> =>
    given<Options>({
        label: fc.constant(slot),
        aliases: fc.constant([]),
        component: maybe(fc.constantFrom(...components), inProgram.rare),
        retainOnDelete: maybe(fc.constant(true), 0.1),
        deleteBeforeReplace: maybe(fc.constant(true), 0.2),
        onNameConflict: maybe(fc.constantFrom("error" as const, "ignore" as const), inProgram.rare),
    });

export const specFor = (slot: Slot): fc.Arbitrary<Spec<Type>> =>
    fc.record({
        args: given(shapeOf(slot, inProgram)).map((args) =>
            slot.startsWith("s") ? unprotected(args as ServiceArgs) : args,
        ),
        options: options(slot),
    });

/** Some of a slot's arguments, or their removal. */
export const argsFor = (slot: Slot): fc.Arbitrary<Partial<ArgsOf[Type]>> => {
    const shape = shapeOf(slot, inEdit);
    const required = [
        "cidr",
        "service",
        "nodes",
        "vpc",
        "peerAccountId",
        ...(slot.startsWith("s") ? [] : ["regionCode", "size"]),
    ];
    return fc
        .constantFrom(...Object.keys(shape))
        .chain((key) =>
            (shape[key] as fc.Arbitrary<unknown>).map((value) =>
                value === undefined && required.includes(key) && !slot.startsWith("s") ? {} : { [key]: value },
            ),
        );
};

const slotOf = <S extends Slot, T extends Type>(slot: S, presence: number): fc.Arbitrary<Partial<Record<S, Spec<T>>>> =>
    maybe(specFor(slot) as fc.Arbitrary<Spec<T>>, presence).map((spec) => {
        const one: Partial<Record<S, Spec<T>>> = {};
        if (spec !== undefined) one[slot] = spec;
        return one;
    });

const merged = <T extends object>(...parts: fc.Arbitrary<T>[]): fc.Arbitrary<T> =>
    fc.tuple(...parts).map((all) => Object.assign({}, ...all) as T);

/** @param many whether there are several services in most of them */
export const program = (many: boolean): fc.Arbitrary<Program> =>
    fc.record({
        vpcs: merged<Program["vpcs"]>(slotOf<VpcSlot, "Vpc">("v0", 0.5), slotOf<VpcSlot, "Vpc">("v1", 0.15)),
        services: merged<Program["services"]>(
            slotOf<ServiceSlot, "Service">("s0", 0.9),
            slotOf<ServiceSlot, "Service">("s1", many ? 0.9 : 0.6),
            slotOf<ServiceSlot, "Service">("s2", many ? 0.8 : 0.3),
        ),
        sets: merged<Program["sets"]>(
            slotOf<SetSlot, "ReadReplicaSet">("r0", 0.25),
            slotOf<SetSlot, "ReadReplicaSet">("r1", 0.1),
        ),
        peerings: slotOf<PeeringSlot, "Peering">("p0", 0.2),
        components: fc.constant({}),
        former: fc.constant([]),
    });

export type { SetArgs };
