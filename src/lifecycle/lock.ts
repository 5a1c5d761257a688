/** Lets one at a time through, per key, in the order they came. */
export class KeyedLock {
    readonly #tails = new Map<string, Promise<void>>();

    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
        const before = this.#tails.get(key) ?? Promise.resolve();
        const { promise: turn, resolve: release } = withResolvers();
        const tail = before.then(() => turn);
        this.#tails.set(key, tail);
        await before;
        try {
            return await work();
        } finally {
            release();
            if (this.#tails.get(key) === tail) this.#tails.delete(key);
        }
    }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
    let resolve: () => void = () => undefined;
    const promise = new Promise<void>((done) => {
        resolve = done;
    });
    return { promise, resolve };
}
