import type { ServiceRecord } from "../../provider/api";
import type { StackResource, StackState } from "../doctor/stackExport";
import {
    asError,
    forkMarkOf,
    isLeaving,
    markOf,
    NotDeleted,
    sameName,
    serviceReader,
    sizeText,
    timeOf,
    type ForkMark,
    type Project,
} from "../../provider/lifecycle";
import { wallTime } from "../../shared/clock";
import { deleteTemporary } from "./deleteTemporary";

export interface SweepOptions {
    /** Deletes what it lists. */
    readonly yes: boolean;
    /** What these states contain is kept. */
    readonly states: readonly StackState[];
    /** Ids and names of services that are kept. */
    readonly keep: readonly string[];
    readonly report: (text: string) => void;
}

/** A fork whose time is over. Times are in ISO 8601. */
export interface SweptFork {
    readonly id: string;
    readonly name: string;
    readonly kind: ForkMark["kind"];
    /** What its name says it is for: component and branch of a preview fork, the service of a restore drill. */
    readonly subject: string;
    /** The id of the service it was forked from. */
    readonly parent: string | null;
    readonly created: string | null;
    /** `null` if the API does not show when it was created. */
    readonly ageSeconds: number | null;
    readonly expiredAt: string;
    /** `0.5 CPU / 2 GB`; `null` if the API does not show it. */
    readonly size: string | null;
    readonly environment: string | null;
    /** The URN of the resource that has it in one of the given states. */
    readonly urn: string | null;
    /**
     * `expired`: only `--yes` deletes it. `deleted`: it is gone. `kept`: a rule forbids to delete it. `skipped`: it has changed since it was
     * listed, or the API does not show it now. `failed`: it may still exist.
     */
    readonly outcome: "expired" | "deleted" | "kept" | "skipped" | "failed";
    /** Why it was kept, skipped or not deleted. */
    readonly why: string | null;
}

export interface SweepReport {
    readonly projectId: string;
    /** The longest expired first. */
    readonly forks: readonly SweptFork[];
    /** Records that cannot be read, and may be such a fork. */
    readonly notChecked: readonly { readonly id: string | null; readonly detail: string }[];
}

type Verdict = Pick<SweptFork, "outcome" | "why">;

/** Lists the forks of a project whose time is over, and deletes them with `yes`. One that cannot be read or deleted does not stop the others. */
export async function sweep(project: Project, options: SweepOptions): Promise<SweepReport> {
    const { client, id: projectId } = project;
    const { records, unreadable } = await client.services.list({ projectId });
    // A wrong `Date` of the API must not end the time of a fork, and neither must a wrong clock of the machine.
    const now = Math.min(client.now(), wallTime(project.clock));
    const named: readonly Read[] = await Promise.all(
        records.map(async (record) => (record.name === undefined ? whole(project, record) : { record })),
    );
    const nameless = named.filter(({ record }) => record.name === undefined);
    const listed = named.filter(({ record }) => expired(record, now) !== undefined);
    const found = (await Promise.all(listed.map(({ record }) => whole(project, record)))).flatMap((one) => {
        const mark = expired(one.record, now);
        return mark === undefined ? [] : [{ ...one, mark }];
    });
    found.sort((a, b) => a.mark.expiresAt - b.mark.expiresAt);
    const forks = found.map(async ({ record, unread, mark }): Promise<SweptFork> => {
        const owner = ownerOf(record, options.states);
        const why = reasonToKeep(record, owner, options);
        const age = now - timeOf(record.created);
        const verdict = async (): Promise<Verdict> => {
            if (unread !== undefined) return { outcome: "failed", why: unread };
            if (why !== undefined) return { outcome: "kept", why };
            return options.yes ? deleteExpired(project, record, options) : { outcome: "expired", why: null };
        };
        return {
            id: record.serviceId,
            name: record.name ?? "",
            kind: mark.kind,
            subject: mark.subject,
            parent: record.forkedFrom?.serviceId ?? null,
            created: record.created ?? null,
            ageSeconds: Number.isNaN(age) ? null : Math.max(0, age) / 1000,
            expiredAt: new Date(mark.expiresAt).toISOString(),
            size: sizeOf(record),
            environment: environmentIn(record) ?? null,
            urn: owner?.urn ?? null,
            ...(await verdict()),
        };
    });
    return {
        projectId,
        forks: await Promise.all(forks),
        notChecked: [
            ...unreadable
                .filter(({ name }) => name === undefined || markOf(name, new Date(now).toISOString()) !== undefined)
                .map(({ id = null, detail }) => ({ id, detail })),
            ...nameless.map(({ record: { serviceId }, unread = "it shows no name that can be read" }) => ({
                id: serviceId,
                detail: unread,
            })),
        ],
    };
}

/** The mark of a fork whose time is over. */
function expired(record: ServiceRecord, now: number): ForkMark | undefined {
    const mark = forkMarkOf(record);
    return mark !== undefined && mark.expiresAt <= now ? mark : undefined;
}

const environmentIn = ({ metadata }: ServiceRecord): string | undefined => metadata?.environment;

interface Read {
    readonly record: ServiceRecord;
    readonly unread?: string;
}

/** A list may omit the environment or the name: then it is read by the service's own GET. `unread`: why that failed. */
async function whole(project: Project, record: ServiceRecord): Promise<Read> {
    if (environmentIn(record) !== undefined && record.name !== undefined) return { record };
    try {
        return { record: (await serviceReader(project).get(record.serviceId)) ?? record };
    } catch (error) {
        return { record, unread: asError(error).message };
    }
}

/** Only what is certainly no production service, in no given state, and not named to be kept, is deleted. */
function reasonToKeep(
    record: ServiceRecord,
    owner: StackResource | undefined,
    { keep }: SweepOptions,
): string | undefined {
    const { serviceId, name } = record;
    const kept = keep.find((one) => one === serviceId || sameName(one, name));
    if (kept !== undefined) return `\`--keep ${kept}\` says so`;
    if (owner !== undefined) return `a given state has it as ${owner.urn}`;
    const environment = environmentIn(record);
    if (environment === undefined) return "the API does not report its environment, so it may be PROD";
    return environment === "DEV" ? undefined : `its environment is ${environment}`;
}

/** The resource of a state that has the service, or whose interrupted creation or adoption asked for it. */
function ownerOf({ serviceId, name }: ServiceRecord, states: readonly StackState[]): StackResource | undefined {
    const asksForIt = ({ inputs }: StackResource) =>
        inputs["adopt"] === serviceId || (typeof inputs["name"] === "string" && sameName(inputs["name"], name));
    const pending = states.flatMap((state) => state.pending.map(({ resource }) => resource));
    const all = [...states.flatMap(({ resources }) => resources), ...pending];
    return all.find(({ id }) => id === serviceId) ?? pending.find(asksForIt);
}

function sizeOf({ resources = [] }: ServiceRecord): string | null {
    const spec = resources.find((one) => one.spec?.cpuMillis !== undefined)?.spec;
    return spec?.cpuMillis === undefined || spec.memoryGbs === undefined
        ? null
        : sizeText(spec.cpuMillis, spec.memoryGbs);
}

/** Deletes a fork, if its own GET still shows what was listed, before each attempt. */
async function deleteExpired(project: Project, listed: ServiceRecord, { report }: SweepOptions): Promise<Verdict> {
    const { serviceId, name } = listed;
    const skipped = (why: string): Verdict => ({ outcome: "skipped", why });
    const refuse = (record: unknown) => changeOf(listed, record as ServiceRecord);
    try {
        const record = await serviceReader(project).get(serviceId);
        if (record === undefined)
            return skipped(
                "the API does not show it now, which does not prove that it is gone: the next sweep looks again",
            );
        // Later, its deletion may be the one that is asked for here.
        const change = isLeaving(record.status) ? `its status is ${record.status} now` : refuse(record);
        if (change !== undefined) return skipped(change);
        report(`deleting ${name} (${serviceId})`);
        await deleteTemporary(project, serviceId, { report: (text) => report(`${name}: ${text}`), refuse });
        return { outcome: "deleted", why: null };
    } catch (error) {
        return error instanceof NotDeleted
            ? skipped(error.message)
            : { outcome: "failed", why: asError(error).message };
    }
}

/** What distinguishes a record from the listed one, as far as it matters to a sweep. Name and creation time are what its mark depends on. */
function changeOf(listed: ServiceRecord, record: ServiceRecord): string | undefined {
    const changed = (
        [
            ["id", listed.serviceId, record.serviceId],
            ["name", listed.name, record.name],
            ["creation time", listed.created, record.created],
            ["parent", listed.forkedFrom?.serviceId, record.forkedFrom?.serviceId],
            ["environment", environmentIn(listed), environmentIn(record)],
        ] as const
    ).find(([, before, after]) => before !== after);
    if (changed !== undefined) return `its ${changed[0]} has changed since it was listed: ${changed[2] ?? "none"}`;
    return record.forkedFrom?.isStandby === true ? "it is a standby of its parent now" : undefined;
}
