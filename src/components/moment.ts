// A schema would do, but a program needs no schemas otherwise, and they take long to load.
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`;
const form = new RegExp(String.raw`^(\d{4}-\d\d-\d\d)T${time}:[0-5]\d(?:\.\d+)?(?:Z|[+-]${time})$`);

/** A date that the calendar does not have is another day, or none. */
function isDay(day: string): boolean {
    const midnight = new Date(`${day}T00:00:00Z`);
    return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** What is wrong with a value that has to be an RFC 3339 timestamp. */
export function momentProblem(value: unknown): string | undefined {
    const day = typeof value === "string" ? form.exec(value)?.[1] : undefined;
    return day !== undefined && isDay(day) ? undefined : "must be an RFC 3339 timestamp, such as 2030-01-31T12:00:00Z";
}
