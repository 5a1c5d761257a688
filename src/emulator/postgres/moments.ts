// Which position in the log of changes belongs to which moment of the emulator's time. The log itself knows only wall time.
import { existsSync, readFileSync } from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";

interface Moment {
    /** Milliseconds since the epoch. */
    readonly at: number;
    /** All that was committed is before it, as in `0/1A2B3C8`. */
    readonly position: string;
}

/** The positions of one database over time, in a file. */
export class Moments {
    readonly #moments: Moment[];

    constructor(private readonly file: string) {
        const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
        // A line that was cut off has no end.
        this.#moments = lines.slice(0, -1).map((line) => {
            const [at = "", position = ""] = line.split(" ");
            return { at: Number(at), position };
        });
    }

    /** Records that all changes up to `position` were made by `at`. */
    async add(at: number, position: string): Promise<void> {
        const last = this.#moments.at(-1);
        if (last?.position === position && last.at <= at) return;
        this.#moments.push({ at, position });
        await appendFile(this.file, `${at} ${position}\n`);
    }

    /** The last position. */
    get last(): string | undefined {
        return this.#moments.at(-1)?.position;
    }

    async copy(file: string): Promise<void> {
        await writeFile(file, this.#moments.map(({ at, position }) => `${at} ${position}\n`).join(""));
    }

    /** The position at a time; before the first moment, that of the first moment. */
    positionAt(time: number): string | undefined {
        return (this.#moments.findLast(({ at }) => at <= time) ?? this.#moments[0])?.position;
    }
}
