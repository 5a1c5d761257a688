import type { environments, serviceStatuses, serviceTypes } from "../../api";
import type { LookupArgs, ProjectArgs } from "../args";

/** The arguments of {@link getServices}. Returned services match all filters. */
export interface GetServicesArgs extends ProjectArgs {
    /** The exact name. */
    name?: string;
    /** The cloud region. */
    regionCode?: string;
    /** `TIMESERIES_DB`, `POSTGRES` or `VECTOR`. */
    serviceType?: (typeof serviceTypes)[number];
    /** `DEV` or `PROD`. */
    environment?: (typeof environments)[number];
    /** The status, as the API reports it. Default: any but `DELETED`. */
    status?: (typeof serviceStatuses)[number];
}

/** The arguments of {@link getService}: its `id` or its `name`. */
export type GetServiceArgs = LookupArgs;
