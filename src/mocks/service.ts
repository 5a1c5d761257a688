import { nameFor } from "../lifecycle";
import { serviceDefaults } from "../lifecycle/definitions/service/args";
import { typesOf } from "../lifecycle/definitions/service/types";
import { address, poolerAddress, slug, vpcAddress } from "./addresses";
import { defaultRegion, defaultSize, text, type Making } from "./making";
import type { OutputsOf } from "./world";

/** Constant, so that a snapshot of a test stays as it is. */
const created = "2030-01-01T00:00:00Z";

/** The passwords that an API and a provider would generate. */
const passwordOf = (name: string) => `mock-password-of-${slug(name)}`;

const optional = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

export function serviceOutputs({ args, name, id, projectId, world }: Making): OutputsOf<"service"> {
    const given = args as Partial<OutputsOf<"service">> & { readonly generatePassword?: boolean };
    const parentId = given.forkFrom?.serviceId;
    const parent = world.find("service", parentId)?.observed;
    const own = nameFor(args, name);
    const connectionPooler = given.connectionPooler === true;
    const paused = given.paused === true;
    const vpcId = optional(given.vpcId);
    const initialPassword = passwordOf(own);
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
        ...givenOrDefault(given),
        vpcId,
        paused,
        endpoint: address(id),
        poolerEndpoint: connectionPooler ? poolerAddress(id) : undefined,
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

/** The arguments that have a default of the API. */
const givenOrDefault = (given: Partial<OutputsOf<"service">>) =>
    Object.fromEntries(
        Object.entries(serviceDefaults).map(([key, value]) => [key, given[key as Defaulted] ?? value]),
    ) as Pick<OutputsOf<"service">, Defaulted>;
type Defaulted = keyof typeof serviceDefaults;
