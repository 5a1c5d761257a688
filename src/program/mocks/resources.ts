import type { PeeringResult, ReadReplicaSetResult, ServiceResult, VpcResult } from "../../index";
import { withoutAbsent } from "../../shared/objects";
import { childId, definitions, nameFor, type AnyDefinition, type ResourceName } from "../../provider/lifecycle";
import { serviceDefaults, typesOf } from "../../provider/lifecycle/definitions/service/args";

/** What exists beside the program's own resources. What is left out is filled in. */
export interface ExistingRecords {
    /** VPCs. */
    readonly vpcs?: readonly Partial<VpcResult>[];
    /** Peerings; each should have a `vpcId`. */
    readonly peerings?: readonly Partial<PeeringResult>[];
    /** Services. */
    readonly services?: readonly Partial<ServiceResult>[];
    /** Read replica sets; each should have a `serviceId`. */
    readonly readReplicaSets?: readonly Partial<ReadReplicaSetResult>[];
}

export type MockProperties = Readonly<Record<string, unknown>>;

/** What a definition observes, which is what its resource has for outputs beside its arguments. */
type ObservedOf<Name extends ResourceName> = Required<Parameters<(typeof definitions)[Name]["plan"]>[0]>;

/** A value for every output, of which `null` and `undefined` are none: an output that is forgotten does not compile. */
type MockOutputs<Name extends ResourceName> = {
    readonly [Key in keyof ObservedOf<Name>]: ObservedOf<Name>[Key] | null | undefined;
};

/** A resource that the program has made or looked up, or that exists beside it. */
export interface MockRecord<Name extends ResourceName = ResourceName> {
    readonly type: Name;
    readonly id: string;
    readonly projectId: string;
    readonly observed: MockOutputs<Name>;
    /** All outputs, those that only follow from the arguments included. */
    readonly outputs: MockProperties;
}

/** What the outputs of one resource are made from. */
interface Making {
    /** The program's arguments, without secrets around their values; a resource that is looked up has none. */
    readonly args: MockProperties;
    readonly name: string;
    readonly id: string;
    readonly projectId: string;
    readonly world: MockWorld;
}

interface Maker<Name extends ResourceName> {
    /** The id of a new resource, in the form that the provider gives it. */
    readonly idOf: (args: MockProperties, name: string) => string;
    readonly outputs: (making: Making) => MockOutputs<Name>;
}

/** The outputs of every resource as the provider would tell them, after a deployment in which everything went well. */
export const makers: { readonly [Name in ResourceName]: Maker<Name> } = {
    vpc: {
        idOf: (_args, name) => `vpc-${slug(name)}`,
        outputs: ({ args, name, projectId }) => ({
            cidr: text(args["cidr"], "10.0.0.0/16"),
            regionCode: text(args["regionCode"], defaultRegion),
            name: nameFor(args, name),
            projectId,
        }),
    },
    peering: {
        idOf: ({ vpcId }, name) => childId(text(vpcId, "vpc-mock"), `peering-${slug(name)}`),
        outputs: ({ args, id }) => {
            const [vpcId, ownId] = pairOf(id);
            return {
                vpcId,
                peeringId: ownId,
                peerAccountId: text(args["peerAccountId"], "123456789012"),
                peerRegionCode: text(args["peerRegionCode"], defaultRegion),
                peerVpcId: text(args["peerVpcId"], "vpc-0a1b2c3d"),
                provisionedId: provisionedIdOf(ownId),
                status: "active",
                errorMessage: undefined,
                provisioned: true,
                active: true,
            };
        },
    },
    peeringActivation: {
        idOf: (args) => text(args["peeringId"], "vpc-mock/peering-mock"),
        outputs: ({ args, id, world }) => {
            const peeringId = text(args["peeringId"], id);
            const known = world.find("peering", peeringId)?.observed.provisionedId;
            const provisionedId = known ?? provisionedIdOf(pairOf(peeringId)[1]);
            return { peeringId, provisionedId, status: "active", active: true };
        },
    },
    service: { idOf: (_args, name) => `service-${slug(name)}`, outputs: serviceOutputs },
    readReplicaSet: {
        idOf: ({ serviceId }, name) => childId(text(serviceId, "service-mock"), `set-${slug(name)}`),
        outputs: ({ args, name, id }) => {
            const [serviceId, ownId] = pairOf(id);
            const connectionPooler = args["connectionPooler"] === true;
            return {
                serviceId,
                replicaSetId: ownId,
                name: nameFor(args, name),
                nodes: count(args["nodes"], 1),
                cpuMillis: count(args["cpuMillis"], defaultSize.cpuMillis),
                memoryGbs: count(args["memoryGbs"], defaultSize.memoryGbs),
                environment: text(args["environment"], "DEV"),
                connectionPooler,
                status: "active",
                endpoint: address(id),
                poolerEndpoint: connectionPooler ? poolerAddress(id) : undefined,
            };
        },
    },
};

/** An id of two, also where a test gives it another form. */
function pairOf(id: string): [string, string] {
    const at = id.indexOf("/");
    return at < 0 ? ["mock-parent", id] : [id.slice(0, at), id.slice(at + 1)];
}

const provisionedIdOf = (ownId: string): string => `pcx-${slug(ownId)}`;

/** Constant, so that a snapshot of a test stays as it is. */
const created = "2030-01-01T00:00:00Z";

type Defaulted = keyof typeof serviceDefaults;

const optional = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function serviceOutputs({ args, name, id, projectId, world }: Making): MockOutputs<"service"> {
    const given = args as Partial<MockOutputs<"service">> & { readonly generatePassword?: boolean };
    const parentId = given.forkFrom?.serviceId;
    const parent = world.find("service", parentId)?.observed;
    const own = nameFor(args, name);
    const paused = given.paused === true;
    const vpcId = optional(given.vpcId);
    const initialPassword = `mock-password-of-${slug(own)}`;
    const generated = given.generatePassword === true ? `${initialPassword}-generated` : undefined;
    return {
        name: own,
        projectId,
        regionCode: text(given.regionCode, parent?.regionCode ?? defaultRegion),
        serviceType: text(given.serviceType, parent?.serviceType ?? typesOf(given.addons ?? [])[0] ?? "POSTGRES"),
        status: paused ? "PAUSED" : "READY",
        created,
        volumeType: "gp3",
        cpuMillis: given.cpuMillis ?? parent?.cpuMillis ?? defaultSize.cpuMillis,
        memoryGbs: given.memoryGbs ?? parent?.memoryGbs ?? defaultSize.memoryGbs,
        environment: text(given.environment, parent?.environment ?? "DEV"),
        ...(Object.fromEntries(
            Object.entries(serviceDefaults).map(([key, value]) => [key, given[key as Defaulted] ?? value]),
        ) as Pick<MockOutputs<"service">, Defaulted>),
        vpcId,
        paused,
        endpoint: address(id),
        poolerEndpoint: given.connectionPooler === true ? poolerAddress(id) : undefined,
        vpcEndpoint: vpcId === undefined ? undefined : vpcAddress(id, vpcId),
        forkedFrom: parentId === undefined ? undefined : { serviceId: parentId, projectId, isStandby: false },
        addons: given.addons ?? (parentId === undefined ? [] : undefined),
        forkFrom: given.forkFrom,
        initialPassword,
        password: optional(given.password) ?? generated ?? initialPassword,
        passwordOrigin: "initial",
        passwordVersion: given.passwordVersion,
        sharedAs: undefined,
    };
}

const defaultRegion = "us-east-1";
const defaultSize = { cpuMillis: 500, memoryGbs: 2 };
const text = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);
const count = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

// Fictitious addresses. A port tells an endpoint from the others, in a connection string as well.
const domain = "mock.clouddb.example";

const address = (id: string) => ({ host: `${hostOf(id)}.${domain}`, port: 5432 });
const poolerAddress = (id: string) => ({ host: `${hostOf(id)}-pooler.${domain}`, port: 6432 });
const vpcAddress = (id: string, vpcId: string) => ({ host: `${hostOf(id)}.vpc.${domain}`, port: 5433, vpcId });

/** The text in the characters of a host name, and of an id of the API. */
const slug = (text: string): string =>
    text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-+|-+$/g, "")
        .slice(0, 50) || "unnamed";

const hostOf = (id: string): string => slug(id.split("/").at(-1) ?? id);

/** What the mocks know: the stand-in for the API. */
export class MockWorld {
    readonly #records = new Map<string, MockRecord>();

    /** @param projectId - the project of what names none. */
    constructor(readonly projectId: string) {}

    add(record: MockRecord): void {
        this.#records.set(keyOf(record.type, record.id), record);
    }

    find<Name extends ResourceName>(type: Name, id: unknown): MockRecord<Name> | undefined {
        return this.#records.get(keyOf(type, String(id))) as MockRecord<Name> | undefined;
    }

    all(type: ResourceName): MockRecord[] {
        return [...this.#records.values()].filter((record) => record.type === type);
    }

    /** The record of a resource, which is not added. `told` is what is known of its outputs already. */
    record<Name extends ResourceName>(
        type: Name,
        {
            name,
            args,
            id: known,
            told = {},
        }: { name: string; args: MockProperties; id?: unknown; told?: MockProperties },
    ): MockRecord<Name> {
        const id =
            typeof known === "string" && known !== "" ? known : this.#freeId(type, makers[type].idOf(args, name));
        const projectId = typeof args["projectId"] === "string" ? args["projectId"] : this.projectId;
        const observed = { ...makers[type].outputs({ args, name, id, projectId, world: this }), ...told };
        const definition: AnyDefinition = definitions[type];
        const visible = Object.entries(observed).filter(([key]) => !definition.records.hidden.includes(key));
        const outputs = withoutAbsent({
            ...args,
            ...Object.fromEntries(visible),
            ...definition.argumentOutputs(args, observed),
            projectId,
            ...told,
        }) as MockProperties;
        return { type, id, projectId, observed, outputs };
    }

    #freeId(type: ResourceName, wanted: string): string {
        let id = wanted;
        for (let n = 2; this.#records.has(keyOf(type, id)); n++) id = `${wanted}-${n}`;
        return id;
    }
}

const keyOf = (type: ResourceName, id: string): string => JSON.stringify([type, id]);
