/** Saves one after the other; calls that come while one is under way share the next. */
export class Saver {
    private current: Promise<void> = Promise.resolve();
    private next: Promise<void> | undefined;
    private owing = false;

    constructor(private readonly write: () => Promise<void>) {}

    /** Resolves when what is there now is saved. */
    save(): Promise<void> {
        this.next ??= this.current.then(() => {
            this.next = undefined;
            this.owing = false;
            this.current = this.write();
            return this.current;
        });
        return this.next;
    }

    /** Something changed that can wait for the next time. */
    later(): void {
        this.owing = true;
    }

    async flush(): Promise<void> {
        if (this.owing) await this.save();
        await this.current;
    }
}
