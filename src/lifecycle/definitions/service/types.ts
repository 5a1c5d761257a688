import { serviceTypes } from "../../../api";
import type { Addon } from "./args";

type ServiceType = (typeof serviceTypes)[number];

const typeOf: Readonly<Record<Addon, ServiceType>> = { "time-series": "TIMESERIES_DB", ai: "VECTOR" };

/** The types that a service with these addons may have. The contract leaves open which of two addons decides. */
export const typesOf = (addons: readonly Addon[]): readonly string[] =>
    addons.length === 0 ? ["POSTGRES"] : addons.map((addon) => typeOf[addon]);

export const isKnownType = (type: string): boolean => serviceTypes.some((known) => known === type);
