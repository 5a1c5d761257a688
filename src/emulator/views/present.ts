import type { Quirks } from "../core/quirks";

/** The record as this API shows it: without what it never shows, with `null` for what is absent, with more than is known. */
export function present<T extends object>(record: T, quirks: Quirks): T {
    if (quirks.omit.length === 0 && quirks.absentAs === "absent" && !quirks.extraFields) return record;
    const shown: Record<string, unknown> = Object.fromEntries(Object.entries(record));
    for (const field of quirks.omit) Reflect.deleteProperty(shown, field);
    if (quirks.absentAs === "null") {
        for (const field of Object.keys(shown)) shown[field] ??= null;
    }
    if (quirks.extraFields) shown.introduced_later = { since: "v1.9" };
    return shown as T;
}
