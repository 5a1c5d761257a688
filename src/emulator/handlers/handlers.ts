import type { EndpointName } from "../../api/endpoints";
import type { Handlers } from "./call";
import { forks } from "./forks";
import { identity } from "./identity";
import { logs } from "./logs";
import { peerings } from "./peerings";
import { replicaSets } from "./replicaSets";
import { serviceChanges } from "./serviceChanges";
import { services } from "./services";
import { vpcs } from "./vpcs";

/** The handlers of all endpoints; the compiler checks that none is missing. */
export const handlers: Handlers<EndpointName> = {
    ...identity,
    ...vpcs,
    ...peerings,
    ...services,
    ...serviceChanges,
    ...forks,
    ...replicaSets,
    ...logs,
};
