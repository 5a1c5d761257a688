import { isDeepStrictEqual } from "node:util";
import type { ServiceArgs } from "./args";

/**
 * A fork outlives its parent: when `forkFrom` changes, the parent may have been replaced or lost, or another one may be meant. That
 * cannot be told apart, so the fork stays as it is.
 */
export function forkNotice(
    { forkFrom }: Readonly<Partial<ServiceArgs>>,
    { forkFrom: before }: Readonly<Partial<ServiceArgs>>,
    unknown: readonly string[],
): string | undefined {
    if (before === undefined) return undefined;
    const changed = unknown.includes("forkFrom") || (forkFrom !== undefined && !isDeepStrictEqual(forkFrom, before));
    if (!changed) return undefined;
    return (
        "`forkFrom` changes, and the fork stays as it is: it only matters when the service is created. " +
        "To fork anew, give the service another `name`; or set `deleteBeforeReplace: true` and use `pulumi up --replace` with this resource's URN."
    );
}
