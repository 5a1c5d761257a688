import type { Clock } from "../../shared/clock";
import { isBeingDeleted, valuesInId, type AnyDefinition, type AnyResourceClient } from "./definition";
import { UserError } from "./errors";
import { assertSameResource } from "./mayDelete";
import { ResourceInProgress, withValues, type KnownState } from "./observation";
import type { Project } from "./project";
import { duration } from "../../shared/duration";
import { goneLooks, settleWindow } from "./wait/schedule";

/** Where and when a resource was last seen. It decides what it means that the API does not show it any more. */
export interface LastSeen {
    /** The base URL; undefined in the state of a version that did not store it. */
    readonly address: string | undefined;
    /** Just created: until this moment (milliseconds since the epoch) an absent record proves nothing. */
    readonly notFoundGraceUntil: number;
    /** The creation did not finish: it may be in progress, and the API has perhaps never shown the resource. */
    readonly unfinished: boolean;
    /** Told if the API does not show the resource, though nobody here has deleted it. Default: nobody. */
    readonly absence?: AbsenceObserver;
}

/** Sees what is missing in the same operation. One resource may be gone; several at once look like an outage, or a wrong project. */
export interface AbsenceObserver {
    missing(): void;
    found(): void;
    /** @throws UserError - if what is missing does not count as gone. */
    confirm(): void;
}

/** How the row of a resource says what is waited for. */
export const confirming = `not shown by the API: confirming for ${duration(settleWindow)} that it is gone`;

/**
 * Looks again for a resource that a read has not found, and whose deletion nobody here has requested. It is gone only if none of several
 * looks within the settle window finds it. Returns the record of the first look that does.
 */
async function lookAgain(
    resourceClient: AnyResourceClient,
    clock: Clock,
    { notFoundGraceUntil, unfinished, absence }: LastSeen,
    report: (text: string) => unknown,
): Promise<unknown> {
    absence?.missing();
    void report(confirming);
    const since = clock.now();
    for (const moment of goneLooks) {
        await clock.sleep(since + moment - clock.now());
        const record = await resourceClient.read({ fresh: true });
        if (record !== undefined) {
            absence?.found();
            return record;
        }
        // The creation of what is unfinished may take much longer than the window: that is not awaited here.
        if (unfinished && clock.now() < notFoundGraceUntil) return undefined;
    }
    if (clock.now() >= notFoundGraceUntil) return undefined;
    // A list may lag after a creation.
    void report(
        `not shown by the API: it is new, so for ${duration(notFoundGraceUntil - clock.now())} more that proves nothing`,
    );
    await clock.sleep(notFoundGraceUntil - clock.now());
    return resourceClient.read({ fresh: true });
}

/** Whether the absence of a record proves nothing, since an interrupted creation may still be in progress. */
export const mayStillAppear = ({ notFoundGraceUntil, unfinished }: LastSeen, now: number): boolean =>
    unfinished && now < notFoundGraceUntil;

/** For a preview that does not find a resource of the state. */
export const absentWarning = (who: string, lastSeen: LastSeen, now: number): string =>
    mayStillAppear(lastSeen, now)
        ? `The API does not show ${who} so far, and its creation was interrupted. It counts as deleted only if it is still missing in ${duration(lastSeen.notFoundGraceUntil - now)}.`
        : `There is no ${who} any more. \`pulumi up --refresh\` creates it anew, empty; without \`--refresh\` an update of it fails.`;

/** The record of a resource by its own GET; undefined if it is proven gone, though nobody here has asked for its deletion. */
export async function recordUnlessGone(
    definition: AnyDefinition,
    project: Project,
    id: string,
    lastSeen: LastSeen,
    report: (text: string) => unknown,
): Promise<unknown> {
    const resourceClient = definition.clientFor(project, id);
    const record =
        (await resourceClient.read({ fresh: true, single: true })) ??
        (await lookUntilProven(`${definition.noun} ${id}`, resourceClient, project, lastSeen, report));
    return record === undefined || definition.observe(record, {}).condition === "gone" ? undefined : record;
}

/**
 * What one of several looks finds after a read that has found nothing; undefined if the resource is proven gone.
 *
 * @throws UserError - if its absence proves nothing.
 */
export async function lookUntilProven(
    who: string,
    resourceClient: AnyResourceClient,
    project: Project,
    lastSeen: LastSeen,
    report: (text: string) => unknown,
): Promise<unknown> {
    // Waiting proves nothing at another address.
    assertSameAddress(who, project, lastSeen);
    const record = await lookAgain(resourceClient, project.clock, lastSeen, report);
    if (record === undefined && mayStillAppear(lastSeen, project.clock.now()))
        throw notShownYet(who, lastSeen, project);
    return record;
}

/** For what cannot be deleted or replaced as long as it may still appear. */
const notShownYet = (who: string, { notFoundGraceUntil }: LastSeen, { clock }: Project): UserError =>
    new UserError(
        `${who} is not deleted: its creation was interrupted, and the API does not show it so far, so it may still appear. It counts as deleted if it is ` +
            `still missing in ${duration(notFoundGraceUntil - clock.now())}. Repeat the operation then; or remove it from the state with \`pulumi state delete\`, and look for it yourself.`,
    );

/**
 * What is not found at another address than the one it was last seen at is not gone. A state that does not tell is taken for one of the same.
 *
 * @throws UserError - that names both addresses.
 */
export function assertSameAddress(who: string, { client, id }: Project, { address = client.baseUrl }: LastSeen): void {
    if (address === client.baseUrl) return;
    throw new UserError(
        `${who} was last seen at ${address}. It does not exist in project ${id} at ${client.baseUrl}, the address in use now, so it does not ` +
            `count as deleted, and nothing was changed. Set the address (\`clouddb:baseUrl\`, the profile, CLOUDDB_BASE_URL) back to ${address}. ` +
            "If it is, run `pulumi up` without `--refresh` first, or with the native provider `pulumi up --run-program`: " +
            "`refresh`, `destroy`, `up --refresh` and the reads of the native provider use the configuration of the last `up`. " +
            "If the resource is to be given up, remove it from the state with `pulumi state delete`.",
    );
}

export const noLongerExists = (label: string): UserError =>
    new UserError(`${label} no longer exists. Run \`pulumi refresh\`; the next \`pulumi up\` then creates it again.`);

export interface ReadOptions extends LastSeen {
    readonly remembered: KnownState;
    /** Whether the provider has stored the state. Otherwise the resource is only looked up, by an id that a program gives. */
    readonly managed: boolean;
    readonly report: (text: string) => unknown;
    /** Told of an operation that is in progress at the API: what is read may be from before it. */
    readonly whileBusy?: (status: string) => Promise<void>;
}

/**
 * What is known of a resource after a read; undefined when it is gone. A resource in creation that the API does not show stays as
 * it is, and a list may show fewer fields than a GET does: neither counts as a change.
 *
 * @throws UserError - if it is absent, and was last seen at another address, or is one of several that are absent.
 */
export async function read(
    definition: AnyDefinition,
    project: Project,
    id: string,
    { remembered, managed, report, whileBusy, ...lastSeen }: ReadOptions,
): Promise<KnownState | undefined> {
    const { absence } = lastSeen;
    const resourceClient = definition.clientFor(project, id);
    let record = await resourceClient.read({ fresh: false });
    if (managed && record === undefined) {
        const who = `${definition.noun} ${id}`;
        // Waiting proves nothing at another address.
        assertSameAddress(who, project, lastSeen);
        record = await lookAgain(resourceClient, project.clock, lastSeen, report);
        if (record === undefined) {
            if (mayStillAppear(lastSeen, project.clock.now())) return remembered;
            absence?.confirm();
            return undefined;
        }
    } else absence?.found();
    if (managed) assertSameResource(definition, id, record, remembered);
    const resource = new ResourceInProgress(definition, id, remembered);
    const seen = managed ? await resource.observeFully(resourceClient, record) : resource.observe(record, true);
    const isBusy = managed && !lastSeen.unfinished && seen.condition === "busy" && !isBeingDeleted(seen);
    if (isBusy) await whileBusy?.(seen.status ?? "");
    return seen.condition === "gone" ? undefined : withValues(resource.known, valuesInId(definition, id));
}
