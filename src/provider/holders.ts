/** A thing of the API: its kind, its project and its id. */
export type Thing = readonly [type: string, projectId: string, id: string];

/**
 * Which resource of the program has which thing, as far as this process has heard: each of them is asked for its difference, or
 * created, before anything that has left the program is deleted. A thing that goes on under another resource (renamed without an
 * alias, and taken over by its name) is then no longer the old one's to delete.
 */
export class Holders {
    readonly #things = new Map<string, string>();

    hold(urn: string | undefined, thing: Thing): void {
        if (urn !== undefined) this.#things.set(urn, JSON.stringify(thing));
    }

    /** It is going to be replaced: what it has is to be deleted. */
    release(urn: string | undefined): void {
        if (urn !== undefined) this.#things.delete(urn);
    }

    /** The other resource that has the thing. */
    another(urn: string | undefined, thing: Thing): string | undefined {
        const wanted = JSON.stringify(thing);
        return [...this.#things].find(([holder, held]) => holder !== urn && held === wanted)?.[0];
    }
}
