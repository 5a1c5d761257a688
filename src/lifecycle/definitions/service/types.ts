import { addons, serviceTypes } from "../../../api";
import type { Addon } from "./args";

type ServiceType = (typeof serviceTypes)[number];

const typeOf: Readonly<Record<Addon, ServiceType>> = { "time-series": "TIMESERIES_DB", ai: "VECTOR" };

/** The types that a service with these addons may have. The contract leaves open which of two addons decides. */
export const typesOf = (addons: readonly Addon[]): readonly string[] =>
    addons.length === 0 ? ["POSTGRES"] : addons.map((addon) => typeOf[addon]);

/** The addons that a service of this type has for certain, as far as its type tells. */
export const addonsOf = (type: string | undefined): Addon[] => addons.filter((addon) => typeOf[addon] === type);

export const isKnownType = (type: string): boolean => serviceTypes.some((known) => known === type);
