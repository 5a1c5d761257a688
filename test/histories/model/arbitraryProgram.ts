// Random programs.
import fc from "fast-check";
import { given } from "./objects";
import {
    type ArgsOf,
    components,
    type Options,
    type Program,
    type ServiceArgs,
    type ServiceSlot,
    serviceSlots,
    type Slot,
    type Spec,
    type Type,
    vpcSlots,
} from "./program";
import { maybe, merged, oneOf } from "./random";

const regions = ["us-east-1", "eu-west-1"] as const;
const sizes = [
    { cpuMillis: 500, memoryGbs: 2 },
    { cpuMillis: 1000, memoryGbs: 4 },
    { cpuMillis: 2000, memoryGbs: 8 },
] as const;
export const names = ["orders", "Orders", "s0"] as const;
export const labels = ["alpha", "beta", "s1"] as const;
const networks = ["10.0.0.0/16", "10.1.0.0/16", "10.2.0.0/16"] as const;

/** How often an argument is present: in a program rarely, so that an edit can add it. */
interface Chances {
    readonly rare: number;
    readonly usual: number;
}
const inProgram: Chances = { rare: 0.15, usual: 0.5 };
const inEdit: Chances = { rare: 0.75, usual: 0.75 };

export const region = fc.constantFrom(...regions);
export const size = fc.constantFrom(...sizes);
const environment = fc.constantFrom("DEV", "PROD");

type Shape = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Without the arguments that are omitted. */
const present = <T extends object>(shape: Shape): fc.Arbitrary<T> => fc.record(shape).map((value) => given(value) as T);

function serviceShape(slot: ServiceSlot, { rare, usual }: Chances): Shape {
    const earlier = serviceSlots.filter((other) => other < slot);
    const from = oneOf([3, region], [2, fc.constantFrom(...vpcSlots, ...earlier).map((of) => ({ of }))]);
    const moment = fc.constantFrom(
        { strategy: "LAST_SNAPSHOT" },
        { strategy: "NOW" },
        { strategy: "PITR", minute: 3 },
        { strategy: "PITR", minute: 5 },
    );
    const fork = () =>
        fc
            .record({ service: fc.constantFrom(...earlier).map((of) => ({ of })), how: moment })
            .map(({ service, how }) => ({ service, ...how }));
    return {
        name: maybe(fc.constantFrom(...names), rare),
        regionCode: maybe(from, usual),
        addons: maybe(fc.constantFrom(["time-series"], ["ai"], []), rare),
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
        forkFrom: earlier.length === 0 ? fc.constant(undefined) : maybe(fork(), usual),
    };
}

function shapeOf(slot: Slot, chances: Chances): Shape {
    const { rare } = chances;
    if (slot.startsWith("s")) return serviceShape(slot as ServiceSlot, chances);
    if (slot.startsWith("v"))
        return {
            cidr: fc.constantFrom(...(slot === "v0" ? networks : [...networks].reverse())),
            regionCode: region,
            name: maybe(fc.constantFrom("net", "Net"), rare),
        };
    if (slot.startsWith("r"))
        return {
            service: fc.constantFrom(...serviceSlots),
            nodes: fc.constantFrom(1, 2),
            size,
            name: maybe(fc.constantFrom("reports", "Reports"), rare),
            environment: maybe(environment, rare),
            connectionPooler: maybe(fc.boolean(), rare),
        };
    return {
        vpc: fc.constantFrom(...vpcSlots),
        peerAccountId: fc.constantFrom("111111111111", "222222222222"),
        waitFor: maybe(fc.constantFrom("created", "provisioned"), rare),
    };
}

/** PROD services are protected by default; most turn that off here, or nothing would ever be deleted. */
const unprotected = (args: ServiceArgs): ServiceArgs =>
    args.environment === "PROD" && args.deletionProtection === undefined && args.size?.cpuMillis !== 2000
        ? { ...args, deletionProtection: false }
        : args;

/** Pulumi's own protection of a PROD service would hide the provider's, so only one slot has it. */
const withoutProtect = (slot: Slot, { args, options }: Spec<Type>): Spec<Type> =>
    slot.startsWith("s") && slot !== "s0" && (args as ServiceArgs).environment === "PROD"
        ? { args, options: { ...options, protect: false } }
        : { args, options };

export const specFor = (slot: Slot): fc.Arbitrary<Spec<Type>> =>
    fc
        .record({
            args: present<ArgsOf[Type]>(shapeOf(slot, inProgram)).map((args) =>
                slot.startsWith("s") ? unprotected(args as ServiceArgs) : args,
            ),
            options: present<Options>({
                label: fc.constant(slot),
                aliases: fc.constant([]),
                component: maybe(fc.constantFrom(...components), inProgram.rare),
                retainOnDelete: maybe(fc.constant(true), 0.1),
                deleteBeforeReplace: maybe(fc.constant(true), 0.2),
                onNameConflict: maybe(fc.constantFrom("error", "ignore"), inProgram.rare),
            }),
        })
        .map((spec) => withoutProtect(slot, spec));

/** One of a slot's arguments, or the removal of one that may be omitted. */
export function argsFor(slot: Slot): fc.Arbitrary<Partial<ArgsOf[Type]>> {
    const shape = shapeOf(slot, inEdit);
    return fc.constantFrom(...Object.keys(shape)).chain((key) => shape[key]!.map((value) => ({ [key]: value })));
}

/** Each of these slots is filled with its chance. */
const some = <G extends object>(...slots: (readonly [slot: keyof G & Slot, chance: number])[]): fc.Arbitrary<G> =>
    merged<G>(
        ...slots.map(([slot, chance]) =>
            maybe(specFor(slot), chance).map((spec) => given({ [slot]: spec }) as Partial<G>),
        ),
    );

/** @param many whether there are several services in most of them */
export const program = (many: boolean): fc.Arbitrary<Program> =>
    fc.record({
        vpcs: some<Program["vpcs"]>(["v0", 0.5], ["v1", 0.15]),
        services: some<Program["services"]>(["s0", 0.9], ["s1", many ? 0.9 : 0.6], ["s2", many ? 0.8 : 0.3]),
        sets: some<Program["sets"]>(["r0", 0.25], ["r1", 0.1]),
        peerings: some<Program["peerings"]>(["p0", 0.2]),
        components: fc.constant({}),
        former: fc.constant([]),
    });
