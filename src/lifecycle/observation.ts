/**
 * What a status means for a wait: `busy`, an operation is in progress; `settled`, none is; `unstable`, it may recover by itself
 * within the settle window; `failed`, it will not; `gone`, the resource no longer exists.
 */
export type Condition = "busy" | "settled" | "unstable" | "failed" | "gone";

/** Every value, each of which a record may omit: a value that is not read does not compile. */
export type AllValues<Observed> = { readonly [Key in keyof Observed]-?: Observed[Key] | undefined };

/** What one record shows. */
export interface RecordObservation<Observed> {
    /** Values by argument or output; undefined where the record omits the field. */
    readonly values: Partial<Observed>;
    readonly condition: Condition;
    /** The API's own status, for messages. */
    readonly status: string | undefined;
    /** The API's own error message; final, whatever the condition. */
    readonly problem?: string | undefined;
}

/** Whether the record is that of something deleted, or being deleted. */
export const isBeingDeleted = ({ condition, status }: RecordObservation<object>): boolean =>
    condition === "gone" || (condition === "busy" && /^deleting$/i.test(status ?? ""));

/** What a definition reads from a record, with every value: `undefined` for one that no record shows. */
export interface FullObservation<Observed> extends RecordObservation<Observed> {
    readonly values: Partial<Observed> & AllValues<Observed>;
}

/** What one record shows, and when it was read. */
export interface Observation<Observed> extends RecordObservation<Observed> {
    /** Milliseconds since the epoch. */
    readonly at: number;
}
