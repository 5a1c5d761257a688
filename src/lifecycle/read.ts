import { isDeepStrictEqual } from "node:util";
import type { ResourceDefinition } from "./definition";
import type { CommonArgs } from "./definitions/commonArgs";
import { UserError } from "./errors";
import { withValues, type KnownState } from "./knownState";
import { listedLater } from "./listedLater";
import { observeRecord, type ObservedRecord } from "./observe";
import type { Project } from "./project";
import { settleWindow } from "./wait/schedule";

export interface ReadOptions<Observed> {
    readonly remembered: KnownState<Observed>;
    /** Whether the provider has stored the state. Otherwise the resource is only looked up, by an id that a program gives. */
    readonly managed: boolean;
    /** Just created: until this moment (milliseconds since the epoch) a 404 may only mean that it is not listed yet. */
    readonly newUntil: number;
}

/**
 * What is known of a resource after a read; undefined when it is gone. One that was just created may not be listed yet, and
 * a list may show fewer fields than a GET does: neither counts as a change.
 */
export async function read<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    project: Project,
    id: string,
    { remembered, managed, newUntil }: ReadOptions<Observed>,
): Promise<KnownState<Observed> | undefined> {
    const handle = definition.handle(project, id);
    const observe = (record: ApiRecord | undefined): ObservedRecord<Observed> | undefined => {
        const observed = record === undefined ? undefined : observeRecord(definition, record, remembered);
        return observed?.observation.condition === "gone" ? undefined : observed;
    };
    const look = async () => {
        const first = await handle.read({ fresh: false });
        if (first !== undefined || !managed || project.clock.now() >= newUntil) return first;
        return listedLater(handle, {
            newUntil,
            // The first read after `newUntil` decides. Only reads that fail take longer than that.
            deadline: newUntil + settleWindow,
            timedOut: (lastError) =>
                lastError ?? new UserError(`Whether ${definition.noun} ${id} exists could not be told in time.`),
        });
    };
    const seen = observe(await look());
    if (seen === undefined) return undefined;
    const leavesOut = managed && omitsKnown(definition, remembered, seen);
    const full = leavesOut ? observe(await handle.read({ fresh: true, single: true })) : undefined;
    return withValues((full ?? seen).known, definition.observedFromId?.(id) ?? {});
}

/** Whether the record leaves out a field that was there before. */
const omitsKnown = <Args extends CommonArgs, Observed extends object, ApiRecord>(
    { whenOmitted }: ResourceDefinition<Args, Observed, ApiRecord>,
    { observed, assumed }: KnownState<Observed>,
    { observation: { values } }: ObservedRecord<Observed>,
): boolean =>
    (Object.keys(whenOmitted) as (keyof Observed & string)[]).some(
        (key) =>
            values[key] === undefined &&
            !assumed.has(key) &&
            observed[key] !== undefined &&
            !isDeepStrictEqual(observed[key], whenOmitted[key]),
    );
