import type { RequestEntry } from "./journal";

/**
 * Code of the emulator's own process that every request to the API waits for: to do something at an exact moment. Where it
 * gives `"drop"`, the connection is closed in place of an answer; before the work, that is then not done either.
 */
export interface Interceptor {
    /** The request has come; nothing has been done about it. */
    before?: (entry: RequestEntry) => unknown;
    /** What it asks for is done; no answer has been sent. */
    after?: (entry: RequestEntry) => unknown;
}

export class Interceptors {
    readonly #all = new Set<Interceptor>();

    /** Gives the function that takes it away again. */
    add(interceptor: Interceptor): () => void {
        this.#all.add(interceptor);
        return () => void this.#all.delete(interceptor);
    }

    /** Asks all of them, one after the other; gives whether one wants the connection closed. */
    async drops(side: keyof Interceptor, entry: RequestEntry): Promise<boolean> {
        let drop = false;
        for (const interceptor of this.#all) drop = (await interceptor[side]?.(entry)) === "drop" || drop;
        return drop;
    }
}
