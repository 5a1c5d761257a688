import type { Thing } from "./rows";

/** How far what a reader sees lags behind what there is, in milliseconds. */
export interface Lag {
    /** Lists lack what is newer, and still show what has been gone for less. */
    readonly lists: number;
    /** After a write, reads show the record as it was before. */
    readonly reads: number;
    /** A new thing is not found by every second look at it. */
    readonly flicker: number;
}

interface Past<T> {
    readonly thing: T;
    readonly at: number;
}

/** What a reader sees of the world, which is not always what there is. */
export class Sight {
    readonly #born = new Map<string, number>();
    readonly #before = new Map<string, Past<Thing>>();
    readonly #gone = new Map<string, Past<Thing>>();
    readonly #looks = new Map<string, number>();

    /** The thing was made through the API just now. */
    born(id: string, at: number): void {
        this.#born.set(id, at);
    }

    /** The thing is about to be changed by a request. */
    changes(thing: Thing, at: number): void {
        this.#before.set(thing.id, { thing: structuredClone(thing), at });
    }

    /** The thing has left the world. */
    left(thing: Thing, at: number): void {
        this.#gone.set(thing.id, { thing: structuredClone(thing), at });
    }

    /** One thing, by its id, as a reader sees it; undefined: it is not found. */
    one<T extends Thing>(thing: T | undefined, id: string, now: number, lag: Lag): T | undefined {
        const born = this.#born.get(id);
        if (lag.flicker > 0 && born !== undefined && now - born < lag.flicker) {
            const looks = (this.#looks.get(id) ?? 0) + 1;
            this.#looks.set(id, looks);
            if (looks % 2 === 1) return undefined;
        }
        const gone = this.#gone.get(id);
        if (thing === undefined) return gone && now - gone.at < lag.reads ? (gone.thing as T) : undefined;
        return this.#asSeen(thing, now, lag);
    }

    /** Things of a list as a reader sees it. `belongs`: whether what is gone was one of them. */
    many<T extends Thing>(things: readonly T[], belongs: (thing: Thing) => boolean, now: number, lag: Lag): T[] {
        const old = things.filter(({ id }) => now - (this.#born.get(id) ?? -Infinity) >= lag.lists);
        const gone = [...this.#gone.values()].filter(({ thing, at }) => now - at < lag.lists && belongs(thing));
        return [...old.map((thing) => this.#asSeen(thing, now, lag)), ...gone.map(({ thing }) => thing as T)];
    }

    #asSeen<T extends Thing>(thing: T, now: number, lag: Lag): T {
        const before = this.#before.get(thing.id);
        return before !== undefined && now - before.at < lag.reads ? (before.thing as T) : thing;
    }
}
