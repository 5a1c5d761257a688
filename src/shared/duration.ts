/** Milliseconds of a wait that needs no word. */
export const glance = 3_000;

/** Milliseconds for people: `35 s`, `1 m 12 s`, `45 m`, `1 h 30 m`. */
export function duration(ms: number): string {
    const seconds = Math.round(ms / 1000);
    const parts = [
        [Math.floor(seconds / 3600), "h"],
        [Math.floor(seconds / 60) % 60, "m"],
        [seconds % 60, "s"],
    ] as const;
    const said = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount} ${unit}`);
    return said.length > 0 ? said.join(" ") : "0 s";
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Parses a duration of `customTimeouts` (`90s`, `1h30m`) to milliseconds. Undefined if it is invalid. */
export function parseDuration(text: string): number | undefined {
    const terms = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
    if (terms.length === 0 || terms.map(([all]) => all).join("") !== text) return undefined;
    return terms.reduce((sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ""] ?? 0), 0);
}
