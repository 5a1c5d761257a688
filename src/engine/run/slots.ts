/** A counting semaphore with a FIFO queue. */
export class Slots {
    private readonly waiting: (() => void)[] = [];

    constructor(private free: number) {}

    async take(): Promise<void> {
        if (this.free > 0) this.free--;
        else await new Promise<void>((resolve) => this.waiting.push(resolve));
    }

    release(): void {
        const next = this.waiting.shift();
        if (next) next();
        else this.free++;
    }
}
