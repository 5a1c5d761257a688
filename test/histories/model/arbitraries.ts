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

/** Mostly absent, so that it can be added by an edit. */
const maybe = <T>(value: fc.Arbitrary<T>, freq = 2) => fc.option(value, { nil: undefined, freq });
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

const serviceShape = (slot: ServiceSlot) => ({
    name: maybe(fc.constantFrom(...names), 1),
    regionCode: maybe(from(slot), 2),
    addons: maybe(fc.constantFrom(["time-series"] as const, ["ai"] as const, [] as const), 1),
    size: maybe(size, 2),
    environment: maybe(environment, 1),
    replicaCount: maybe(fc.constantFrom(0, 1, 2), 1),
    syncReplicaCount: maybe(fc.constantFrom(0, 1), 1),
    connectionPooler: maybe(fc.boolean(), 1),
    vpc: maybe(fc.constantFrom(...vpcSlots), 1),
    password: maybe(fc.constantFrom("first-password", "second-password"), 1),
    paused: maybe(fc.boolean(), 1),
    deletionProtection: maybe(fc.boolean(), 1),
    forceDestroy: maybe(fc.boolean(), 1),
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
                  2,
              ),
});

const setShape = {
    service: fc.constantFrom(...serviceSlots),
    nodes: fc.constantFrom(1, 2),
    size,
    name: maybe(fc.constantFrom("reports", "Reports"), 1),
    environment: maybe(environment, 1),
    connectionPooler: maybe(fc.boolean(), 1),
};
const vpcShape = (slot: VpcSlot) => ({
    cidr: fc.constantFrom(...(slot === "v0" ? networks : [...networks].reverse())),
    regionCode: region,
    name: maybe(fc.constantFrom("net", "Net"), 1),
});
const peeringShape = {
    vpc: fc.constantFrom(...vpcSlots),
    peerAccountId: fc.constantFrom("111111111111", "222222222222"),
    waitFor: maybe(fc.constantFrom("created" as const, "provisioned" as const), 1),
};

const shapeOf = (slot: Slot): { [key: string]: fc.Arbitrary<unknown> } => {
    if (slot.startsWith("s")) return serviceShape(slot as ServiceSlot);
    if (slot.startsWith("v")) return vpcShape(slot as VpcSlot);
    return slot.startsWith("r") ? setShape : peeringShape;
};

/** PROD services are protected by default; most turn that off here, or nothing would ever be deleted. */
const unprotected = (args: ServiceArgs): ServiceArgs =>
    args.environment === "PROD" && args.deletionProtection === undefined && args.size?.cpuMillis !== 2000
        ? { ...args, deletionProtection: false }
        : args;

const options = (slot: Slot): fc.Arbitrary<Options> =>
    fc.record({
        label: fc.constant(slot),
        aliases: fc.constant([]),
        component: maybe(fc.constantFrom(...components), 1),
        onNameConflict: fc.option(fc.constantFrom("error" as const, "ignore" as const), {
            nil: undefined,
            freq: 6,
        }),
    });

export const specFor = (slot: Slot): fc.Arbitrary<Spec<Type>> =>
    fc.record({
        args: given(shapeOf(slot)).map((args) => (slot.startsWith("s") ? unprotected(args as ServiceArgs) : args)),
        options: options(slot),
    });

/** Some of a slot's arguments, or their removal. */
export const argsFor = (slot: Slot): fc.Arbitrary<Partial<ArgsOf[Type]>> => {
    const shape = shapeOf(slot);
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
    fc.option(specFor(slot) as fc.Arbitrary<Spec<T>>, { nil: undefined, freq: presence }).map((spec) => {
        const one: Partial<Record<S, Spec<T>>> = {};
        if (spec !== undefined) one[slot] = spec;
        return one;
    });

const merged = <T extends object>(...parts: fc.Arbitrary<T>[]): fc.Arbitrary<T> =>
    fc.tuple(...parts).map((all) => Object.assign({}, ...all) as T);

export const program: fc.Arbitrary<Program> = fc.record({
    vpcs: merged<Program["vpcs"]>(slotOf<VpcSlot, "Vpc">("v0", 2), slotOf<VpcSlot, "Vpc">("v1", 1)),
    services: merged<Program["services"]>(
        slotOf<ServiceSlot, "Service">("s0", 8),
        slotOf<ServiceSlot, "Service">("s1", 3),
        slotOf<ServiceSlot, "Service">("s2", 1),
    ),
    sets: merged<Program["sets"]>(
        slotOf<SetSlot, "ReadReplicaSet">("r0", 1),
        slotOf<SetSlot, "ReadReplicaSet">("r1", 1),
    ),
    peerings: slotOf<PeeringSlot, "Peering">("p0", 1),
    components: fc.constant({}),
    former: fc.constant([]),
});

export type { SetArgs };
