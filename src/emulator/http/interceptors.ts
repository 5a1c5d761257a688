import type { RequestEntry } from "./journal";

/**
 * In-process hooks that run for every request to the API, to do something at an exact moment. If a hook returns
 * `"drop"`, the connection is closed without a response; in `before`, the change is not applied either.
 */
export interface Interceptor {
    /** Runs before the request is processed. */
    before?: (entry: RequestEntry) => unknown;
    /** Runs after the change is applied and before the response is sent. */
    after?: (entry: RequestEntry) => unknown;
}

export class Interceptors {
    readonly #all = new Set<Interceptor>();

    /** Returns a function that removes the interceptor. */
    add(interceptor: Interceptor): () => void {
        this.#all.add(interceptor);
        return () => void this.#all.delete(interceptor);
    }

    /** Runs all hooks in sequence; resolves to whether one of them returned `"drop"`. */
    async drops(side: keyof Interceptor, entry: RequestEntry): Promise<boolean> {
        let drop = false;
        for (const interceptor of this.#all) drop = (await interceptor[side]?.(entry)) === "drop" || drop;
        return drop;
    }
}
