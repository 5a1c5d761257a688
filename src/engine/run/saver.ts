/** Runs saves in sequence. Calls during a save share the next one. */
export class Saver {
    private current: Promise<void> = Promise.resolve();
    private next: Promise<void> | undefined;
    private owing = false;

    constructor(private readonly write: () => Promise<void>) {}

    /** Resolves when the current state is saved. */
    save(): Promise<void> {
        this.next ??= this.current.then(() => {
            this.next = undefined;
            this.owing = false;
            this.current = this.write();
            return this.current;
        });
        return this.next;
    }

    /** Marks a change that can wait for the next save. */
    later(): void {
        this.owing = true;
    }

    async flush(): Promise<void> {
        if (this.owing) await this.save();
        await this.current;
    }
}
