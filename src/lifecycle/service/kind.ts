import { isDeepStrictEqual } from "node:util";
import type { ServiceRecord } from "../../api";
import type { Kind, There } from "../kind";
import { serviceTimeouts } from "../timeouts";
import {
    serviceConstraints,
    serviceResets,
    serviceRules,
    serviceSchema,
    type Addon,
    type ForkFrom,
    type ServiceArgs,
} from "./args";
import { serviceBirth } from "./birth";
import { serviceAt } from "./handle";
import { seeService, serviceHidden, serviceSilence, type ServiceObserved } from "./observe";
import { aimService, planService, wakeService } from "./plan";

export const serviceKind: Kind<ServiceArgs, ServiceObserved, ServiceRecord> = {
    type: "Service",
    noun: "service",
    schema: serviceSchema,
    rules: serviceRules,
    resets: serviceResets,
    timeouts: serviceTimeouts,
    silence: serviceSilence,
    hidden: serviceHidden,
    parents: [],
    lostByReplacing: "its data will be lost",
    constraints: serviceConstraints,
    nameOf: ({ name }, fallback) => name ?? fallback,
    same(key, wanted, there) {
        if (key === "addons") return sameAddons(wanted as Addon[], there);
        if (key === "forkFrom") return sameParent(wanted as ForkFrom, there);
        return wanted === there[key];
    },
    inTheWay: (observed, { adopt }, name) => adopt === undefined && observed.name === name,
    keeps: (wanted, observed) => ({
        profile: wanted.profile,
        adopt: wanted.adopt,
        onNameConflict: wanted.onNameConflict,
        generatePassword: wanted.generatePassword,
        deletionProtection:
            wanted.deletionProtection ?? (wanted.environment === "PROD" || observed.environment === "PROD"),
    }),
    guardedBy: ["environment"],
    guard({ deletionProtection, name }) {
        if (deletionProtection !== true) return undefined;
        return (
            `service ${JSON.stringify(name)} is protected from deletion. To allow it: 1. set \`deletionProtection: false\` on the resource ` +
            "and run `pulumi up`; 2. then delete or replace it."
        );
    },
    see: seeService,
    plan: planService,
    aim: aimService,
    wake: wakeService,
    at: serviceAt,
    birth: serviceBirth,
    idOf: ({ serviceId }) => serviceId,
};

const typeAddon: Readonly<Record<string, Addon | undefined>> = { TIMESERIES_DB: "time-series", VECTOR: "ai" };

/** The record tells no addons, only the type that follows from them; what the service was created with is remembered. */
function sameAddons(wanted: readonly Addon[], { addons, serviceType }: There): boolean {
    if (Array.isArray(addons)) return isDeepStrictEqual(new Set(wanted), new Set(addons));
    if (typeof serviceType !== "string") return wanted.length === 0;
    const addon = typeAddon[serviceType];
    return addon === undefined ? wanted.length === 0 : wanted.includes(addon);
}

/** Another way of forking from the same parent is no other database; another parent, or another moment of it, is. */
function sameParent(wanted: ForkFrom, { forkFrom, forkedFrom }: There): boolean {
    const parent = (forkFrom ?? forkedFrom) as Partial<ForkFrom> | undefined;
    if (wanted.serviceId !== parent?.serviceId) return false;
    const moment = ({ targetTime }: Partial<ForkFrom>) =>
        targetTime === undefined ? undefined : Date.parse(targetTime);
    return forkFrom === undefined || moment(wanted) === moment(parent);
}
