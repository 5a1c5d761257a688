import { wallTime, type Clock } from "../../shared/clock";
import { httpDate } from "./retry";

/** Milliseconds by which the `Date` of successive answers may differ: it has whole seconds, and an answer takes a while. */
const tolerance = 60_000;

/** Milliseconds by which the machine's clock may be wrong: a first answer further away needs a second one. */
const largestSkew = 24 * 3_600_000;

/**
 * The API's calendar time, by the `Date` headers of its answers. A proxy or one server of several may send any date, so an offset from
 * the machine's clock counts only once two successive answers agree on it.
 */
export function createApiTime(clock: Clock) {
    let [offset, last, allowed] = [0, 0, largestSkew];
    return {
        /** @param header - an answer's `Date`. */
        note(header: string | undefined): void {
            const date = httpDate(header);
            if (date === undefined) return;
            const seen = date - wallTime(clock);
            if (Math.abs(seen - last) <= allowed) offset = seen;
            [last, allowed] = [seen, tolerance];
        },
        /** Milliseconds since the epoch. Without a `Date` that counts, the machine's. */
        now: () => wallTime(clock) + offset,
    };
}
