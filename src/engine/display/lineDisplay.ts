import type { Clock } from "../../clock";
import type { EngineEvent } from "../run/events";
import type { Display, Output } from "./display";
import { emptyView, next, type View } from "./rows";
import { rowText } from "./rowText";
import type { Style } from "./style";
import { summary } from "./summary";

/** For logs: a line whenever there is news of a resource. */
export class LineDisplay implements Display {
    private view: View = emptyView;

    constructor(
        private readonly output: Output,
        private readonly style: Style,
        private readonly clock: Clock,
    ) {}

    on(event: EngineEvent): void {
        const now = this.clock.now();
        const { view, row } = next(this.view, event, now);
        this.view = view;
        if (event.kind === "start") this.line(this.style("bold", `${event.operation} ${view.title}`));
        // A preview's steps are over as soon as they have begun.
        const begins = row?.phase === "running" && view.operation === "preview";
        if (row?.matters && !begins) this.line(rowText(row, view, this.style, now));
    }

    close(): void {
        for (const line of summary(this.view, this.style)) this.line(line);
    }

    private line(text: string): void {
        this.output.write(`${text}\n`);
    }
}
