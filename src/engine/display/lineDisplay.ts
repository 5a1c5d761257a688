import type { Clock } from "../../clock";
import type { EngineEvent } from "../run/events";
import type { Display, Output } from "./display";
import { emptyView, next, type View } from "./rows";
import { rowText } from "./rowText";
import type { Style } from "./style";
import { summary } from "./summary";

/** For logs: prints a line for every change of a resource's progress. */
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
        // In a preview a step ends as soon as it starts.
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
