import { UserError } from "./failure";
import type { CommonArgs, Desired, Kind, There } from "./kind";
import { differs, replacedBy } from "./replacement";

/** Refuses to take over a thing that differs in what only a replacement could change, and names every difference. */
export function assertAdoptable<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    id: string,
    desired: Desired<Args>,
    observed: Partial<Observed>,
    projectId: string,
): void {
    const there: There = { ...observed, projectId };
    const differing = [
        ...replacedBy(kind, desired, there, [], "unknown"),
        ...(kind.fixedAtCreation ?? []).filter((key) => differs(kind, key, desired, there, "unknown")),
    ];
    if (differing.length === 0) return;
    const wanted: There = desired;
    // Some of what a birth was told, the record does not show: addons, say.
    const isNow = (key: string) => (there[key] === undefined ? "" : `${JSON.stringify(there[key])}, `);
    const said = differing.map((key) => `${key} is ${isNow(key)}not ${JSON.stringify(wanted[key])}`);
    throw new UserError(
        `${kind.noun} ${id} cannot be adopted: ${said.join("; ")}. Only a new ${kind.noun} could have that; correct the arguments or leave out \`adopt\`.`,
    );
}
