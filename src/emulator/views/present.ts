import type { Quirks } from "../core/quirks";
import { spelled } from "./spelled";

const poolersOff = { absent: undefined, empty: {}, null: null } as const;

const isPlain = ({ poolerOff, absentAs, omit, extraFields }: Quirks) =>
    poolerOff === "absent" && absentAs === "absent" && omit.length === 0 && !extraFields;

/** Applies the quirks to a record. */
export function present<T extends object>(record: T, quirks: Quirks, listed = false): T {
    const omitted = listed ? [...quirks.omit, ...quirks.listOmit] : quirks.omit;
    if (isPlain(quirks) && omitted.length === 0) return spelled(record, quirks);
    const shown = new Map<string, unknown>(Object.entries(spelled(record, quirks)));
    if (shown.has("connection_pooler") && shown.get("connection_pooler") === undefined) {
        shown.set("connection_pooler", poolersOff[quirks.poolerOff]);
    }
    if (quirks.absentAs === "null") shown.forEach((value, field) => shown.set(field, value ?? null));
    for (const field of omitted) shown.delete(field);
    if (quirks.extraFields) shown.set("introduced_later", { since: "v1.9" });
    return Object.fromEntries(shown) as T;
}
