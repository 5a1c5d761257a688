import { Mutex } from "async-mutex";

/** Lets one at a time through per key, in the order of their arrival. */
export class KeyedLock {
    readonly #mutexes = new Map<string, Mutex>();

    /** @param onWait - called at once where somebody else holds the key. */
    async run<T>(key: string, work: () => Promise<T>, onWait: () => void = () => undefined): Promise<T> {
        const mutex = this.#mutexes.get(key) ?? new Mutex();
        this.#mutexes.set(key, mutex);
        if (mutex.isLocked()) onWait();
        try {
            return await mutex.runExclusive(work);
        } finally {
            if (!mutex.isLocked()) this.#mutexes.delete(key);
        }
    }
}
