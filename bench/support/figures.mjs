// Medians and ratios. A ratio is taken within a round, of two things that ran in the same minute: what else the machine does then
// weighs on both.

export function median(values) {
    const sorted = [...values].sort((a, b) => a - b);
    const middle = Math.floor(sorted.length / 2);
    return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of the ratios of each round, with the lowest and the highest. */
export function ratioOf(values, bases) {
    const ratios = values.map((value, round) => value / bases[round]);
    return { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) };
}

export const ratioText = ({ median: middle, lowest, highest }) =>
    `${middle.toFixed(2)} (${lowest.toFixed(2)} to ${highest.toFixed(2)})`;

/** Milliseconds as seconds. */
export const seconds = (ms) => (ms / 1000).toFixed(ms < 9_995 ? 2 : 1);

export const whole = (value) => Math.round(value).toLocaleString("en");

/** Calls `act` for each round and item, one after the other; every round begins with another item. */
export async function interleaved(rounds, items, act) {
    for (let round = 0; round < rounds; round++)
        for (let n = 0; n < items.length; n++) await act(items[(round + n) % items.length], round);
}
