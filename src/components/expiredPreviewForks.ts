import { systemClock, wallTime } from "../clock";
import type { ProjectArgs } from "../functions/args";
import { getServices, type ServiceResult } from "../functions/services";
import { isLeaving } from "../lifecycle";
import { checkNames, refusal } from "./arguments";
import { expiryOf } from "./forkName";
import { momentProblem } from "./moment";

/** The arguments of {@link expiredPreviewForks}. */
export interface ExpiredPreviewForksArgs extends ProjectArgs {
    /** The id of a service: only its forks are listed. Default: the forks of all services. */
    serviceId?: string;
    /** The moment that counts, as an RFC 3339 timestamp. Default: now. */
    at?: string;
}

/** A preview fork whose time is over. */
export interface ExpiredPreviewFork {
    /** The id of the fork. API: `service_id`. */
    id: string;
    /** The name of the fork, which tells the branch and the expiry. */
    name: string;
    /** When its time was over, as an RFC 3339 timestamp. */
    expiresAt: string;
    /** The service, as `getServices` returns it. */
    service: ServiceResult;
}

/**
 * Lists the preview forks of a project whose time is over, the longest expired first (`GET /projects/{project_id}/services`). These are
 * services with a name as {@link PreviewFork} gives it, that the API shows to be forks, and that are not being deleted already. Deletes
 * nothing.
 */
export async function expiredPreviewForks(args: ExpiredPreviewForksArgs = {}): Promise<ExpiredPreviewFork[]> {
    const who = "expiredPreviewForks";
    checkNames(who, args, ["serviceId", "at", "projectId", "profile"]);
    const { serviceId, at, ...place } = args;
    const why = at === undefined ? undefined : momentProblem(at);
    if (why !== undefined) throw refusal(who, `at ${why}`);
    const now = at === undefined ? wallTime(systemClock) : Date.parse(at);
    const services = await getServices(place);
    return services
        .filter(({ forkedFrom, status }) => forkedFrom !== undefined && !isLeaving(status))
        .filter(({ forkedFrom }) => serviceId === undefined || forkedFrom?.serviceId === serviceId)
        .flatMap((service) => {
            const expiry = expiryOf(service.name, service.created);
            return expiry === undefined || expiry > now ? [] : [{ expiry, service }];
        })
        .sort((a, b) => a.expiry - b.expiry)
        .map(({ expiry, service }) => ({
            id: service.id,
            name: service.name,
            expiresAt: new Date(expiry).toISOString(),
            service,
        }));
}
