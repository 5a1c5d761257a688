import type { Clock } from "../clock";
import type { AnyDefinition, AnyResourceClient } from "./definition";
import { UserError } from "./errors";
import { ResourceInProgress, withValues, type KnownState } from "./observation";
import type { Project } from "./project";
import { duration } from "../duration";
import { goneInterval } from "./wait/schedule";

/** Where and when a resource was last seen. It decides what it means that the API does not show it any more. */
export interface LastSeen {
    /** The base URL; undefined in the state of a version that did not store it. */
    readonly address: string | undefined;
    /** Just created: until this moment (milliseconds since the epoch) an absent record proves nothing. */
    readonly notFoundGraceUntil: number;
    /** The creation did not finish: it may be in progress, and the API has perhaps never shown the resource. */
    readonly unfinished: boolean;
}

/**
 * Looks a second time for a resource that a read has not found, and whose deletion nobody here has requested. It is gone only if
 * this look, some seconds later, does not find it either.
 */
async function lookAgain(
    resourceClient: AnyResourceClient,
    clock: Clock,
    { notFoundGraceUntil, unfinished }: LastSeen,
): Promise<unknown> {
    for (;;) {
        await clock.sleep(goneInterval);
        const record = await resourceClient.read({ fresh: true });
        // A list may lag after a creation. The creation of what is unfinished may take much longer: that is not awaited here.
        if (record !== undefined || unfinished || clock.now() >= notFoundGraceUntil) return record;
    }
}

/** Whether the absence of a record proves nothing, since an interrupted creation may still be in progress. */
export const mayStillAppear = ({ notFoundGraceUntil, unfinished }: LastSeen, now: number): boolean =>
    unfinished && now < notFoundGraceUntil;

/** For a preview that does not find a resource of the state. */
export const absentWarning = (who: string, lastSeen: LastSeen, now: number): string =>
    mayStillAppear(lastSeen, now)
        ? `The API does not show ${who} so far, and its creation was interrupted. It counts as deleted only if it is still missing in ${duration(lastSeen.notFoundGraceUntil - now)}.`
        : `There is no ${who} any more. \`pulumi up --refresh\` creates it anew, empty; without \`--refresh\` an update of it fails.`;

/** Whether a resource is gone, though nobody here has asked for its deletion. */
export async function isProvenGone(
    definition: AnyDefinition,
    project: Project,
    id: string,
    lastSeen: LastSeen,
): Promise<boolean> {
    const resourceClient = definition.clientFor(project, id);
    const record =
        (await resourceClient.read({ fresh: true })) ?? (await lookAgain(resourceClient, project.clock, lastSeen));
    if (record !== undefined) return definition.observe(record, {}).condition === "gone";
    return isSameAddress(project, lastSeen) && !mayStillAppear(lastSeen, project.clock.now());
}

/** Whether the resource was last seen at the present address. A state that does not tell is taken for one of the same. */
export const isSameAddress = ({ client }: Project, { address = client.baseUrl }: LastSeen): boolean =>
    address === client.baseUrl;

/**
 * What is not found at another address than the one it was last seen at is not gone.
 *
 * @throws UserError - that names both addresses.
 */
export function assertSameAddress(who: string, project: Project, lastSeen: LastSeen): void {
    if (isSameAddress(project, lastSeen)) return;
    const { client, id } = project;
    const { address } = lastSeen;
    throw new UserError(
        `${who} was last seen at ${address}. It does not exist in project ${id} at ${client.baseUrl}, the address in use now, so it does not ` +
            `count as deleted, and nothing was changed. Set the address (\`clouddb:baseUrl\`, the profile, CLOUDDB_BASE_URL) back to ${address}. ` +
            "If it is, run `pulumi up` without `--refresh` first: `refresh`, `destroy` and `up --refresh` use the configuration of the last `up`. " +
            "If the resource is to be given up, remove it from the state with `pulumi state delete`.",
    );
}

export const noLongerExists = (label: string): UserError =>
    new UserError(`${label} no longer exists. Run \`pulumi refresh\`; the next \`pulumi up\` then creates it again.`);

export interface ReadOptions extends LastSeen {
    readonly remembered: KnownState;
    /** Whether the provider has stored the state. Otherwise the resource is only looked up, by an id that a program gives. */
    readonly managed: boolean;
}

/**
 * What is known of a resource after a read; undefined when it is gone. A resource in creation that the API does not show stays as
 * it is, and a list may show fewer fields than a GET does: neither counts as a change.
 *
 * @throws UserError - if it is absent, and was last seen at another address.
 */
export async function read(
    definition: AnyDefinition,
    project: Project,
    id: string,
    { remembered, managed, ...lastSeen }: ReadOptions,
): Promise<KnownState | undefined> {
    const resourceClient = definition.clientFor(project, id);
    let record = await resourceClient.read({ fresh: false });
    if (managed) {
        record ??= await lookAgain(resourceClient, project.clock, lastSeen);
        if (record === undefined) {
            assertSameAddress(`${definition.noun} ${id}`, project, lastSeen);
            return mayStillAppear(lastSeen, project.clock.now()) ? remembered : undefined;
        }
    }
    const resource = new ResourceInProgress(definition, id, remembered);
    const seen = managed ? await resource.observeFully(resourceClient, record) : resource.observe(record, true);
    return seen.condition === "gone" ? undefined : withValues(resource.known, definition.observedFromId?.(id) ?? {});
}
