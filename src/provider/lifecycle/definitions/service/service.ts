import { isDeepStrictEqual } from "node:util";
import {
    type ServiceArgs,
    serviceConstraints,
    serviceDefaults,
    serviceRules,
    serviceSchema,
    type Addon,
    type ForkFrom,
    addonsOf,
    isKnownType,
    typesOf,
} from "./args";
import type { ServiceRecord } from "../../../api";
import type { CurrentProperties } from "../../definition";
import { defineResource } from "../../defineResource";
import { sameCode } from "../../spelling";
import { present } from "../../step";
import { forkParentProblems, timeOf, vpcProblems, serviceTimeouts } from "../records";
import { forkWarning, serviceCreateSpec, sweepWarning } from "./create";
import { serviceClient, type ServiceCalls } from "./client";
import { planService, servicePausing } from "./plan";
import { observeService, serviceHidden, type ServiceObserved } from "./observe";
import { knownRegions } from "../../../../shared/regions";
import { quoted } from "../../../../shared/visible";

export const serviceDefinition = defineResource<ServiceArgs, ServiceObserved, ServiceRecord, ServiceCalls>({
    type: "Service",
    noun: "service",
    schema: serviceSchema,
    rules: serviceRules,
    resets: { ...serviceDefaults, paused: false },
    timeouts: serviceTimeouts,
    secrets: ["password", "initialPassword"],
    constraints: serviceConstraints,
    argumentOutputs: (wanted, observed) => ({
        generatePassword: wanted.generatePassword,
        forceDestroy: wanted.forceDestroy,
        deletionProtection:
            wanted.deletionProtection ?? (wanted.environment === "PROD" || mayBeProd(observed.environment)),
    }),
    recordId: ({ serviceId }) => serviceId,
    observe: observeService,
    plan: planService,
    clientFor: serviceClient,
    records: {
        // Not `paused`, which a record shows by its status.
        whenOmitted: { ...serviceDefaults, endpoint: null, poolerEndpoint: null, vpcEndpoint: null },
        // No record shows a shared size.
        omittable: ({ cpuMillis }) =>
            cpuMillis === "shared" ? ["environment"] : ["environment", "cpuMillis", "memoryGbs"],
        hidden: serviceHidden,
        identity: { regionCode: sameCode, created: sameMoment, serviceType: sameType, forkedFrom: isSameFork },
        sameSpelling: { regionCode: sameCode },
        isSame(key, wanted, current) {
            if (key === "addons") return sameAddons(wanted as Addon[], current);
            if (key === "forkFrom") return sameParent(wanted as ForkFrom, current);
            return wanted === current[key];
        },
    },
    references: {
        types: { vpcId: "Vpc" },
        related: { vpcId: "regionCode", "forkFrom.serviceId": "paused" },
        problems: async (project, { vpcId, regionCode, forkFrom }) => [
            ...(await vpcProblems(project, { vpcId, regionCode })),
            ...(await forkParentProblems(project, forkFrom)),
        ],
    },
    naming: {
        distinguishing: ({ projectId, regionCode, addons = [], forkFrom }) => ({
            projectId,
            regionCode,
            addons: [...addons].sort(),
            forkFrom: forkFrom && [forkFrom.serviceId, forkFrom.strategy, forkFrom.targetTime],
        }),
    },
    creation: {
        spec: serviceCreateSpec,
        list: ({ client, id: projectId }) => client.services.list({ projectId }),
        ready: { endpoint: present },
        unshown: ["addons", "forkFrom"],
        knownCodes: { regionCode: knownRegions },
        warning: forkWarning,
    },
    adoption: {
        // No record shows the addons. They matter if the service is replaced one day.
        args({ serviceType }) {
            const addons = addonsOf(serviceType);
            return addons.length === 0 ? {} : { addons };
        },
        warning: sweepWarning,
    },
    deletion: {
        losesData: true,
        protections: ["deletionProtection"],
        guardedBy: ["environment"],
        force: "forceDestroy",
        guard({ deletionProtection, environment, name }, given, look) {
            const allow =
                "1. set `deletionProtection: false` on the resource and run `pulumi up`; 2. then delete or replace it.";
            const isUnprotected = deletionProtection !== true && given.includes("deletionProtection");
            // A service that became PROD outside of the program is protected as well.
            if (deletionProtection === true || (mayBeProd(environment) && !isUnprotected))
                return { why: `service ${quoted(name)} is protected from deletion`, allow };
            if (isUnprotected || look === undefined) return undefined;
            const called = `service ${quoted(look.seen["name"] ?? name)}`;
            const ways = {
                keep: "run `pulumi refresh`, so that the state shows it as it is; if a replacement has left it behind, give it up with `pulumi state delete`",
                allow: `${allow} Or set its environment back to DEV.`,
            };
            const shown = look.seen["environment"];
            if (mayBeProd(shown))
                return {
                    why: `${called} is ${shown === "PROD" ? "PROD" : quoted(shown)} at the API, though not in the state, and is protected from deletion`,
                    ...ways,
                };
            if (!look.hides("environment")) return undefined;
            return {
                why: `the API no longer shows the environment of ${called}, which may be PROD, so it is protected from deletion`,
                ...ways,
            };
        },
    },
    pausing: servicePausing,
});

/** Only `DEV` says that it is no production service: the API may have words of its own. */
const mayBeProd = (environment: unknown): boolean => environment != null && environment !== "DEV";

/** Words of the API's own tell nothing. */
function sameType(one: string, other: string): boolean {
    return one === other || !isKnownType(one) || !isKnownType(other);
}

function isSameFork(one: ServiceObserved["forkedFrom"], other: ServiceObserved["forkedFrom"]): boolean {
    return one.serviceId === undefined || sameParent({ serviceId: one.serviceId }, { forkedFrom: other });
}

/** To the second, since an answer may leave out what is less. A text that is no time decides nothing. */
function sameMoment(one: string, other: string): boolean | "certain" {
    const apart = Math.abs(timeOf(one) - timeOf(other));
    return Number.isNaN(apart) || (apart < 1_000 && "certain");
}

/** Whether the parent is the same. An API may not show it: then it is not compared. */
function sameParent({ serviceId }: Pick<ForkFrom, "serviceId">, { forkedFrom }: CurrentProperties): boolean {
    const parent = (forkedFrom as Partial<ForkFrom> | undefined)?.serviceId;
    return parent === undefined || parent === serviceId;
}

/** A record does not show the addons, only the type that follows from them; those of the creation are remembered. */
function sameAddons(wanted: readonly Addon[], { addons, serviceType }: CurrentProperties): boolean {
    if (Array.isArray(addons)) return isDeepStrictEqual(new Set(wanted), new Set(addons));
    if (typeof serviceType !== "string") return wanted.length === 0;
    const expected = typesOf(wanted);
    // An unknown type tells nothing about the addons.
    return !isKnownType(serviceType) || expected.includes(serviceType);
}
