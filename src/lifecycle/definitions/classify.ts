import type { Condition } from "../observation";

/** A status that the contract does not list counts as busy: waiting is harmless, and the progress names the status. */
export const classify = (table: Readonly<Record<string, Condition>>, status: string): Condition =>
    table[status] ?? "busy";
