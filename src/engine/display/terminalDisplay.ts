import { stripVTControlCharacters } from "node:util";
import type { Clock } from "../../clock";
import type { EngineEvent } from "../run/events";
import { type Display, emptyView, next, type Output, rowText, summary, type View } from "./display";
import type { Style } from "./text";

/** Interval at which the durations of running rows are updated, in milliseconds. */
const tick = 1_000;
const usualColumns = 80;
const usualRows = 24;

/** Moves the cursor up and clears everything below. */
const erase = (lines: number) => (lines > 0 ? `\u001b[${lines}A\u001b[0J` : "");

/** Truncates to one line; text that is too long loses its colours. */
function fit(text: string, columns: number): string {
    const bare = stripVTControlCharacters(text);
    return bare.length < columns ? text : `${bare.slice(0, columns - 2)}…`;
}

/** For terminals: finished rows stay, and running rows are redrawn below them. */
export class TerminalDisplay implements Display {
    private view: View = emptyView;
    private live = 0;
    private readonly closing = new AbortController();

    constructor(
        private readonly output: Output,
        private readonly style: Style,
        private readonly clock: Clock,
    ) {
        void this.keepTime();
    }

    on(event: EngineEvent): void {
        const now = this.clock.now();
        const { view, row } = next(this.view, event, now);
        this.view = view;
        const lines = event.kind === "start" ? [this.style("bold", `${event.operation} ${view.title}`)] : [];
        if (row?.until !== undefined && row.matters) lines.push(rowText(row, view, this.style, now));
        this.draw(lines);
    }

    close(): void {
        this.closing.abort();
        this.view = { ...this.view, running: new Map() };
        this.draw(summary(this.view, this.style));
    }

    private async keepTime(): Promise<void> {
        try {
            for (;;) {
                await this.clock.sleep(tick, this.closing.signal);
                if (this.view.running.size > 0) this.draw([]);
            }
        } catch {
            // The display was closed.
        }
    }

    /** @param lines permanent lines, printed above the running rows */
    private draw(lines: readonly string[]): void {
        const { columns = usualColumns, rows = usualRows } = this.output;
        const now = this.clock.now();
        const running = [...this.view.running.values()].map((row) => rowText(row, this.view, this.style, now));
        const room = Math.max(1, rows - 2);
        const shown = running.slice(0, room).map((line) => fit(line, columns));
        if (running.length > room) shown.push(this.style("dim", `   … and ${running.length - room} more`));
        this.output.write(erase(this.live) + [...lines, ...shown].map((line) => `${line}\n`).join(""));
        this.live = shown.length;
    }
}
