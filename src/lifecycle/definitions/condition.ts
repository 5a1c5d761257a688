import type { Condition } from "../observation";

/** The words of the contract in the type of a field that also admits unknown ones. */
type Listed<Word extends string> = Word extends unknown ? (string extends Word ? never : Word) : never;

/**
 * What the statuses of a record mean: a new one of the contract does not compile until it is in the table. One that the contract
 * does not list counts as busy: waiting is harmless, and the progress names the status.
 */
export const conditionOf =
    <Status extends string>(table: Readonly<Record<Listed<Status>, Condition>>) =>
    (status: string): Condition =>
        (table as Readonly<Partial<Record<string, Condition>>>)[status] ?? "busy";
