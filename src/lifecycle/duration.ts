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
