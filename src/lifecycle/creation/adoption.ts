import type { AnyDefinition, AnyDesired, AnyObserved, CurrentProperties } from "../definition";
import { UserError } from "../errors";
import { differs, replacedBy } from "../replacement";

export const nothingToAdopt = (noun: string, id: string, projectId: string): UserError =>
    new UserError(`There is no ${noun} ${id} in project ${projectId} to adopt.`);

/** Refuses to adopt a resource that differs in arguments that only a replacement changes, and names every difference. */
export function assertAdoptable(
    definition: AnyDefinition,
    id: string,
    desired: AnyDesired,
    observed: AnyObserved,
    projectId: string,
): void {
    const current: CurrentProperties = { ...observed, projectId };
    const differing = [
        ...replacedBy(definition, desired, current, []),
        ...(definition.fixedAtCreation ?? []).filter((key) => differs(definition, key, desired, current)),
    ];
    if (differing.length === 0) return;
    // A record does not show all arguments of its creation, such as the addons.
    const isNow = (key: string) => (current[key] === undefined ? "" : `${JSON.stringify(current[key])}, `);
    const said = differing.map((key) => `${key} is ${isNow(key)}not ${JSON.stringify(desired[key])}`);
    throw new UserError(
        `${definition.noun} ${id} cannot be adopted: ${said.join("; ")}. Only a new ${definition.noun} could have that; correct the arguments or leave out \`adopt\`.`,
    );
}
