import type { AnyDefinition, AnyObserved } from "./definition";
import { assertSameAddress, lookAgain, mayStillAppear, type LastSeen } from "./gone";
import { omittedKnown, withValues, type AnyKnownState } from "./observation";
import { observeRecord, type ObservedRecord } from "./resourceInProgress";
import type { Project } from "./project";

export interface ReadOptions extends LastSeen {
    readonly remembered: AnyKnownState;
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
): Promise<AnyKnownState | undefined> {
    const resourceClient = definition.clientFor(project, id);
    const observe = (record: unknown): ObservedRecord<AnyObserved> | undefined => {
        const observed = record === undefined ? undefined : observeRecord(definition, record, remembered);
        return observed?.observation.condition === "gone" ? undefined : observed;
    };
    let record = await resourceClient.read({ fresh: false });
    if (managed) {
        record ??= await lookAgain(resourceClient, project.clock, lastSeen);
        if (record === undefined) {
            assertSameAddress(`${definition.noun} ${id}`, project, lastSeen);
            return mayStillAppear(lastSeen, project.clock.now()) ? remembered : undefined;
        }
    }
    const seen = observe(record);
    if (seen === undefined) return undefined;
    const omitted = managed ? omittedKnown(definition, remembered, seen.observation) : {};
    const full =
        Object.keys(omitted).length > 0 ? observe(await resourceClient.read({ fresh: true, single: true })) : undefined;
    // Where the own GET is a 404, what the other record omits stays known.
    return withValues(full?.known ?? withValues(seen.known, omitted), definition.observedFromId?.(id) ?? {});
}
