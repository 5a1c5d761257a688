import { UserError } from "../errors";
import type { Desired, ResourceDefinition, CurrentProperties } from "../definition";
import type { CommonArgs } from "../definitions/commonArgs";
import { differs, replacedBy } from "../replacement";

export const nothingToAdopt = (noun: string, id: string, projectId: string): UserError =>
    new UserError(`There is no ${noun} ${id} in project ${projectId} to adopt.`);

/** Refuses to adopt a resource that differs in arguments that only a replacement changes, and names every difference. */
export function assertAdoptable<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    id: string,
    desired: Desired<Args>,
    observed: Partial<Observed>,
    projectId: string,
): void {
    const there: CurrentProperties = { ...observed, projectId };
    const differing = [
        ...replacedBy(definition, desired, there, [], "unknown"),
        ...(definition.fixedAtCreation ?? []).filter((key) => differs(definition, key, desired, there, "unknown")),
    ];
    if (differing.length === 0) return;
    const wanted: CurrentProperties = desired;
    // A record does not show all arguments of its creation, such as the addons.
    const isNow = (key: string) => (there[key] === undefined ? "" : `${JSON.stringify(there[key])}, `);
    const said = differing.map((key) => `${key} is ${isNow(key)}not ${JSON.stringify(wanted[key])}`);
    throw new UserError(
        `${definition.noun} ${id} cannot be adopted: ${said.join("; ")}. Only a new ${definition.noun} could have that; correct the arguments or leave out \`adopt\`.`,
    );
}
