import type { Handle } from "./definition";
import type { Wait } from "./wait/types";

interface ListedLater extends Pick<Wait<never, never>, "deadline" | "timedOut"> {
    /** Milliseconds since the epoch: the first read after this decides. */
    readonly newUntil: number;
}

/** Waits for the record of a resource that was just created and is not listed yet; undefined where it does not appear. */
export async function listedLater<Observed, ApiRecord>(
    handle: Handle<Observed, ApiRecord>,
    { newUntil, deadline, timedOut }: ListedLater,
): Promise<ApiRecord | undefined> {
    const found = await handle.until<{ readonly record: ApiRecord | undefined }>({
        look: (record, at) => (record !== undefined || at >= newUntil ? { record } : undefined),
        deadline,
        timedOut,
    });
    return found.record;
}
