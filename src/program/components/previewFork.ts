import * as pulumi from "@pulumi/pulumi";
import {
    type Expiry,
    forkMarkOf,
    forkNameAround,
    markOf,
    momentProblem,
    type NameAround,
} from "../../provider/lifecycle";
import type { CommonArgs } from "../resources/common";
import { nameAround } from "../resources/managed";
import type {
    ForkFrom,
    ForkFromOutput,
    ForkFromPointInTime,
    ForkFromSnapshot,
    Service,
    ServiceArgs,
} from "../resources/service";
import {
    asOwn,
    checkLogin,
    checkService,
    childOptions,
    componentLabel,
    ServiceComponent,
    type Login,
} from "./arguments";
import { checked, checkNames, refusal } from "../arguments";
import { isOfType, warn } from "../sdk";
import { nativePrefix } from "../../shared/registration";
import { systemClock, wallTime } from "../../shared/clock";
import type { ProjectArgs } from "../functions/args";
import { getServices, type ServiceResult } from "../functions/services";

/** The arguments of every {@link PreviewFork}. */
export interface PreviewForkCommonArgs
    extends Pick<CommonArgs, "projectId" | "profile">, Pick<ServiceArgs, "cpuMillis" | "memoryGbs"> {
    /**
     * The branch or pull request that the fork is for: any text that is not empty, such as `feature/login` or `pr-42`. It becomes part of
     * the service's name: in lower case, with `-` in place of everything but letters and digits, and at most 48 characters. If this changes
     * the text, a short hash keeps the names of different branches apart. A change replaces the fork.
     */
    branch: pulumi.Input<string>;
    /** All other arguments of the service: see {@link ServiceArgs}. Default: those of a fork, but with `environment: "DEV"`, so that the fork is not protected from deletion. */
    service?: Omit<
        ServiceArgs,
        "name" | "regionCode" | "addons" | "forkFrom" | "cpuMillis" | "memoryGbs" | "projectId" | "profile"
    >;
    /** The user and database for `connectionString`. Default: none. Reading `connectionString` is then an error. */
    login?: Login;
}

/** A {@link PreviewFork} of a snapshot of the parent. */
export interface PreviewForkSnapshot extends Omit<ForkFromSnapshot, "strategy"> {
    /** `LAST_SNAPSHOT` (fast) uses the latest existing snapshot, `NOW` a new snapshot. Default: `LAST_SNAPSHOT`. API: `fork_strategy`. */
    strategy?: ForkFromSnapshot["strategy"];
}

/** A {@link PreviewFork} that expires a number of hours after its creation. */
export interface PreviewForkTtl {
    /**
     * When the fork expires, in hours after its creation: a whole number, 1 to 8760. Default: 72. It is part of the name, so a change
     * replaces the fork. Expired forks are not deleted automatically: run `clouddb sweep --yes` from a schedule.
     */
    ttlHours?: pulumi.Input<number | undefined>;
    /** Not allowed with `ttlHours`. */
    expiresAt?: undefined;
}

/** A {@link PreviewFork} that expires at a point in time. */
export interface PreviewForkExpiry {
    /**
     * When the fork expires: an RFC 3339 timestamp, rounded up to minutes. It is part of the name, so a change replaces the fork. Do not
     * compute it from the current time.
     */
    expiresAt: pulumi.Input<string | undefined>;
    /** Not allowed with `expiresAt`. */
    ttlHours?: undefined;
}

/**
 * The arguments of a {@link PreviewFork}: at most one of `ttlHours` and `expiresAt`, and `targetTime` with the strategy `PITR` only.
 * `serviceId`, `strategy` and `targetTime` are only used at creation: changing them later does not replace the fork.
 */
export type PreviewForkArgs = PreviewForkCommonArgs &
    (PreviewForkSnapshot | ForkFromPointInTime | ForkFromOutput) &
    (PreviewForkTtl | PreviewForkExpiry);

const argumentNames = [
    ...["branch", "serviceId", "strategy", "targetTime", "cpuMillis", "memoryGbs", "ttlHours", "expiresAt"],
    ...["service", "login", "projectId", "profile"],
];
const taken = {
    ...asOwn("cpuMillis", "memoryGbs", "projectId", "profile"),
    name: "the name tells the branch and the expiry",
    forkFrom: "use serviceId, strategy and targetTime of the component",
    regionCode: "a fork has it from its parent",
    addons: "a fork has it from its parent",
};

const defaultTtl = 72;
const longestTtl = 8760;

/**
 * A fork of a service for a branch or a pull request. Because the API has no tags, the name of the fork contains the branch and the
 * expiry, and the hash of a generated name between them: `preview-<component>-<branch>-4k2m9xz-ttl72h`, or `...-until-20300131t1200z`.
 * {@link expiredPreviewForks} and the command `clouddb sweep` read them from the name.
 *
 * The service is a child of the component and has the component's name. It inherits these options of the component: `protect`, `aliases`,
 * transforms, `dependsOn`, `customTimeouts`, `retainOnDelete` and `deletedWith`.
 *
 * @example
 * ```ts
 * const fork = new clouddb.PreviewFork("orders", {
 *     branch: "pr-42",
 *     serviceId: "svc-1",
 *     ttlHours: 24,
 * });
 * ```
 */
export class PreviewFork extends ServiceComponent {
    /** The fork. */
    readonly service: Service;
    /** When the fork expires, as an RFC 3339 timestamp. */
    readonly expiresAt: pulumi.Output<string | undefined>;

    /** Whether a value is a `PreviewFork`. */
    static override isInstance(value: unknown): value is PreviewFork {
        return isOfType("PreviewFork", value, nativePrefix);
    }

    constructor(name: string, args: PreviewForkArgs, opts?: pulumi.ComponentResourceOptions) {
        const who = componentLabel("PreviewFork", name);
        const around = nameAroundOf(who, name, args);
        super("PreviewFork", name, opts);
        const { serviceId, strategy = "LAST_SNAPSHOT", targetTime, cpuMillis, memoryGbs, projectId, profile } = args;
        this.service = new new.target.children.Service(
            name,
            {
                ...args.service,
                environment: args.service?.environment ?? "DEV",
                ...{ cpuMillis, memoryGbs, projectId, profile, [nameAround]: around },
                forkFrom: { serviceId, strategy, ...(targetTime === undefined ? {} : { targetTime }) } as ForkFrom,
            },
            childOptions(this, opts)(""),
        );
        this.expiresAt = pulumi
            .all([this.service.name, this.service.created])
            .apply(([current, created]: [string | undefined, string | undefined]) => {
                const mark = current === undefined ? undefined : markOf(current, created);
                if (mark === undefined) return undefined;
                const expiresAt = new Date(mark.expiresAt).toISOString();
                if (mark.expiresAt <= wallTime(systemClock))
                    warnOfExpiry(this, `${who}: its time was over at ${expiresAt}`);
                return expiresAt;
            });
        this.complete({ name: this.service.name, expiresAt: this.expiresAt }, args.login, "direct");
    }
}

function warnOfExpiry(fork: PreviewFork, what: string): void {
    const text =
        `${what}, so \`clouddb sweep --yes\` deletes it, or has done so, unless it is PROD. ` +
        "`pulumi up --refresh` creates it anew if it is gone. Another `ttlHours` or `expiresAt` replaces it.";
    warn(text, fork);
}

/** What stands around the hash in the service's name, of arguments in which nothing is wrong that the service would not find itself. */
function nameAroundOf(who: string, name: string, args: PreviewForkArgs): pulumi.Output<NameAround> {
    const given = checkNames(who, args, argumentNames, { required: ["branch", "serviceId"] });
    const { branch, ttlHours, expiresAt, service } = args;
    if (given["ttlHours"] != null && given["expiresAt"] != null)
        throw refusal(who, "expiresAt cannot be given with ttlHours: both say when its time is over");
    checkService(who, service, taken);
    checkLogin(who, args.login);
    const text = checked(who, "branch", branch, (value) =>
        typeof value !== "string" ? "must be a string" : value.trim() === "" ? "must not be empty" : undefined,
    );
    const expiry: pulumi.Output<Expiry> =
        expiresAt == null
            ? checked(who, "ttlHours", ttlHours ?? defaultTtl, ttlProblem).apply((hours) => ({
                  ttlHours: hours as number,
              }))
            : checked(who, "expiresAt", expiresAt, momentProblem).apply((at) => ({ expiresAt: at as string }));
    return pulumi.all([text, expiry]).apply(([known, when]) => forkNameAround(name, known, when));
}

const ttlProblem = (value: unknown): string | undefined =>
    typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= longestTtl
        ? undefined
        : `must be a whole number of hours, 1 to ${longestTtl}`;

/** The arguments of {@link expiredPreviewForks}. */
export interface ExpiredPreviewForksArgs extends ProjectArgs {
    /** Lists only the forks of the service with this id. Default: the forks of all services. */
    serviceId?: string;
    /** Lists the forks that have expired at this RFC 3339 timestamp. Default: now. */
    at?: string;
}

/** An expired preview fork. */
export interface ExpiredPreviewFork {
    /** The id of the fork. API: `service_id`. */
    id: string;
    /** The name of the fork, which contains the branch and the expiry. */
    name: string;
    /** When the fork expired, as an RFC 3339 timestamp. */
    expiresAt: string;
    /** The service, as `getServices` returns it. */
    service: ServiceResult;
}

/**
 * Lists the expired preview forks of a project, the longest expired first (`GET /projects/{project_id}/services`). It returns services that
 * have the name of a {@link PreviewFork}, that the API shows to be forks, and that are not being deleted. It deletes nothing.
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
        .filter(({ forkedFrom }) => serviceId === undefined || forkedFrom?.serviceId === serviceId)
        .flatMap((service) => {
            const mark = forkMarkOf(service);
            return mark?.kind === "preview" && mark.expiresAt <= now ? [{ service, mark }] : [];
        })
        .sort((a, b) => a.mark.expiresAt - b.mark.expiresAt)
        .map(({ service, mark }) => ({
            id: service.id,
            name: service.name,
            expiresAt: new Date(mark.expiresAt).toISOString(),
            service,
        }));
}
