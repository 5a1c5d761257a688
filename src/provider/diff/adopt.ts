import { UserError } from "../../lifecycle";
import type { Comparison } from "./comparison";

/**
 * `adopt` names the resource to take over at creation. Changing it later must not replace, and thereby delete, the managed
 * resource; and a resource that `adopt` names is not replaced either.
 */
export function assertAdoptUnchanged(
    { definition: { noun }, id, desired: { adopt } }: Comparison,
    replaces: readonly string[],
): void {
    if (adopt == null) return;
    if (adopt !== id) {
        throw new UserError(
            `\`adopt\` names ${adopt}, but this resource already manages the ${noun} ${id}, which would have to be deleted. ` +
                `To adopt ${adopt} instead: 1. \`pulumi state delete\` with this resource's URN, which leaves ${id} as it is; 2. \`pulumi up\`.`,
        );
    }
    if (replaces.length === 0) return;
    throw new UserError(
        `${replaces.join(" and ")} cannot change in place, and \`adopt\` names this ${noun}, so it is not replaced. ` +
            "Correct the arguments, or remove `adopt` to have the resource replaced.",
    );
}
