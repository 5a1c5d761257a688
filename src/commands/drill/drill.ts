import { randomBytes } from "node:crypto";
import { assertNoUnreadable, type ServiceRecord } from "../../provider/api";
import { reasonOf } from "../../provider/config/problems";
import { connectionUrl, unfit, type SslMode } from "../../shared/connectionUrl";
import {
    definitions,
    drillName,
    expiryInName,
    isLeaving,
    momentProblem,
    NotDeleted,
    UserError,
    type AnyDefinition,
    type EndpointAddress,
    type Project,
    type Size,
} from "../../provider/lifecycle";
import { isCalled, meantService } from "../doctor/meantService";
import { DrillFork } from "./drillFork";
import { Ending } from "./ending";
import { failureOf } from "./ownCreations";
import {
    DrillEnded,
    exitCodes,
    InvalidOption,
    sweepHint,
    type CommandEnd,
    type DrillReport,
    type ForkSize,
} from "./report";

/** What `assertValid` accepts. */
export interface DrillRequest {
    /** The id or the name of the service. */
    readonly service: string;
    /** The moment to restore, an RFC 3339 timestamp, with or without seconds. Undefined: the latest snapshot. */
    readonly at?: string | undefined;
    readonly user: string;
    readonly database: string;
    readonly sslmode: SslMode;
    /** Default: the service's size. */
    readonly cpuMillis?: Size | undefined;
    readonly memoryGbs?: Size | undefined;
    /** Milliseconds until the command has to have ended. */
    readonly timeout: number;
}

export interface DrillContext {
    readonly project: Project;
    /** Ends the drill, with a `DrillEnded` as its reason. The fork is deleted all the same. */
    readonly signal: AbortSignal;
    readonly report: (text: string) => void;
    /** Runs the user's command, and ends it when `signal` is aborted. */
    readonly run: (databaseUrl: string, signal: AbortSignal) => Promise<CommandEnd>;
    /** Called before the fork is requested: what to look for, if the process is killed. */
    readonly onFork?: (name: string, expiresAt: number) => void;
}

const service: AnyDefinition = definitions.service;

/** Milliseconds after its time-out for which a drill's fork is not swept: the deletion has 20 minutes. */
const grace = 3_600_000;

/**
 * Forks a service, runs a command with the address of the fork, and deletes the fork, whatever happens. Sends nothing that changes
 * another service.
 *
 * @throws if nothing was requested, because the service cannot be forked.
 */
export async function drill(request: DrillRequest, context: DrillContext): Promise<DrillReport> {
    const { project, signal, report } = context;
    const { client, clock } = project;
    const parent = await findService(project, request.service);
    const args = argsOf(request, parent.serviceId);
    const [problem] = (await service.references.problems?.(project, args)) ?? [];
    if (problem !== undefined) throw new UserError(problem.reason);
    signal.throwIfAborted();

    const { timeout } = request;
    let latest = -Infinity;
    // The API tells its time in whole seconds, so that it may go back within one.
    const now = () => (latest = Math.max(latest, client.now()));
    const [startedAt, began] = [now(), clock.now()];
    const expiresAt = expiryInName(startedAt + timeout + grace);
    const { serviceId, name: parentName = serviceId } = parent;
    const name = drillName(parentName, randomBytes(8).toString("hex"), expiresAt);
    const fork = new DrillFork(project, serviceId, name, report);
    context.onFork?.(name, expiresAt);
    const ending = new Ending(clock, signal, timeout, "drill");
    let size: ForkSize = { cpuMillis: null, memoryGbs: null };
    let readyAt: { readonly time: number; readonly after: number } | undefined;
    let command: (CommandEnd & { readonly seconds: number }) | undefined;
    const work = async () => {
        report(`forking service ${parentName} (${serviceId}) as ${name}`);
        const observed = await fork.create(args, timeout, ending.signal);
        readyAt = { time: now(), after: clock.now() - began };
        const { cpuMillis = null, memoryGbs = null } = observed as Partial<ForkSize>;
        size = { cpuMillis, memoryGbs };
        const databaseUrl = urlOf(observed, request);
        report("the fork is ready; running the command");
        const since = clock.now();
        const end = await context.run(databaseUrl, ending.signal);
        command = { ...end, seconds: (clock.now() - since) / 1000 };
        ending.signal.throwIfAborted();
    };
    const failure = await failureOf(work());
    ending.close();
    report("deleting the fork");
    const left = await fork.delete();
    const moment = request.at === undefined ? undefined : Date.parse(request.at);
    return {
        ...verdictOf(failure, command, left.length > 0),
        service: { id: serviceId, name: parentName },
        fork: { id: fork.id ?? null, name, ...size },
        strategy: moment === undefined ? "LAST_SNAPSHOT" : "PITR",
        pointInTime: moment === undefined ? null : isoTime(moment),
        dataAgeSeconds: moment === undefined ? null : Math.max(0, startedAt - moment) / 1000,
        startedAt: isoTime(startedAt),
        readyAt: readyAt === undefined ? null : isoTime(readyAt.time),
        restoreSeconds: readyAt === undefined ? null : readyAt.after / 1000,
        command:
            command === undefined || command.notStarted !== undefined
                ? null
                : { exitCode: command.exitCode, seconds: command.seconds },
        deletedAt: left.length === 0 && fork.id !== undefined ? isoTime(now()) : null,
        left: left.length === 0 ? null : leftText(left, sweepHint(name, expiresAt)),
    };
}

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The sweep keeps what somebody has promoted or renamed. */
const leftText = (reasons: readonly Error[], hint: string): string =>
    [
        ...reasons.map(({ message }) => message.replace(/\.?$/, ".")),
        ...(reasons.every((reason) => reason instanceof NotDeleted) ? [] : [hint]),
    ].join(" ");

/** A fork that may be left has the last word: it costs money, and holds the data. */
function verdictOf(
    failure: Error | undefined,
    command: CommandEnd | undefined,
    isLeft: boolean,
): Pick<DrillReport, "outcome" | "exitCode" | "problem"> {
    const verdict = () => {
        if (failure instanceof DrillEnded)
            return { outcome: failure.outcome, exitCode: failure.exitCode, problem: failure.message };
        if (failure !== undefined || command === undefined)
            return { outcome: "failed", exitCode: exitCodes.failed, problem: failure?.message ?? null } as const;
        const { exitCode, notStarted } = command;
        if (notStarted !== undefined) return { outcome: "failed", exitCode, problem: notStarted } as const;
        return { outcome: exitCode === 0 ? "passed" : "commandFailed", exitCode, problem: null } as const;
    };
    const found = verdict();
    if (!isLeft) return found;
    const exitCode = exitCodes.left;
    if (found.outcome !== "passed") return { ...found, exitCode };
    return { outcome: "failed", exitCode, problem: "The command succeeded, but the fork may still exist." };
}

const options: Readonly<Record<string, string>> = { cpuMillis: "--cpu-millis", memoryGbs: "--memory-gbs" };

/**
 * To be called before anything is sent.
 *
 * @throws InvalidOption
 */
export function assertValid(request: DrillRequest): void {
    const { user, database } = request;
    const at = request.at && withSeconds(request.at);
    const args = argsOf(request, "service");
    const problems = [
        ["--at", at === undefined ? undefined : momentProblem(at)],
        ["--user", unfit(user)],
        ["--database", unfit(database)],
        ...(service.schema.safeParse(args, { reportInput: true }).error?.issues ?? []).map(
            (issue) => [options[String(issue.path[0])] ?? "--at", reasonOf(issue)] as const,
        ),
        ...service
            .constraints({ args, previous: undefined, related: {}, unknown: () => false })
            .map(({ property, reason }) => [options[property] ?? property, reason] as const),
    ] as const;
    for (const [option, reason] of problems) if (reason !== undefined) throw new InvalidOption(`${option} ${reason}.`);
}

const argsOf = ({ at, cpuMillis, memoryGbs }: DrillRequest, serviceId: string) => ({
    environment: "DEV",
    forkFrom: at === undefined ? { serviceId, strategy: "LAST_SNAPSHOT" } : { serviceId, ...pointInTime(at) },
    ...(cpuMillis === undefined ? {} : { cpuMillis }),
    ...(memoryGbs === undefined ? {} : { memoryGbs }),
});

const pointInTime = (at: string) => ({ strategy: "PITR", targetTime: withSeconds(at) });

/** RFC 3339 demands the seconds, which people leave out. */
const withSeconds = (at: string): string => at.replace(/(T\d\d:\d\d)(?=Z|[+-])/i, "$1:00");

async function findService({ client, id: projectId }: Project, wanted: string): Promise<ServiceRecord> {
    const list = await client.services.list({ projectId });
    const records = assertNoUnreadable(list, (one) => one.id === wanted || isCalled(one, wanted));
    const found = meantService(records, wanted, projectId);
    if (isLeaving(found.status))
        throw new UserError(`Service ${found.serviceId} is being deleted, so it cannot be restored.`);
    return found;
}

function urlOf(observed: Readonly<Record<string, unknown>>, { user, database, sslmode }: DrillRequest): string {
    const { endpoint, password } = observed as {
        readonly endpoint?: EndpointAddress | null;
        readonly password?: string;
    };
    if (endpoint == null) throw new UserError("The API reports no address of the fork.");
    if (password === undefined) throw new UserError("The password of the fork is not known.");
    return connectionUrl({ endpoint, user, password, database, sslmode });
}
