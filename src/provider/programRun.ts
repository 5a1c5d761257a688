/** A resource that the program has declared. */
export interface Declared {
    /** It was in the state before, so creating it is a replacement. */
    readonly existed: boolean;
    readonly preview: boolean;
}

/** What a resource's `adopt` names. */
export interface Adoption {
    readonly urn: string;
    /** Identifies what is adopted. */
    readonly target: string;
    /** The program says that another resource may adopt it as well. */
    readonly shared: boolean;
}

/**
 * The resources that the program has declared in this process. The engine calls `check` for exactly these. In a refresh it calls
 * `diff` without a `check` before.
 */
export class ProgramRun {
    readonly #declared = new Map<string, Declared>();
    readonly #mayBeReplaced = new Set<unknown>();
    readonly #predecessors = new Map<string, string>();
    readonly #adoptions = new Map<string, Adoption>();
    readonly #told = new Set<string>();

    declare(urn: string | undefined, { existed, preview }: Declared): void {
        if (urn === undefined) return;
        // The engine checks a replacement twice, the second time without the old inputs.
        this.#declared.set(urn, { existed: existed || this.#declared.get(urn)?.existed === true, preview });
    }

    of(urn: string | undefined): Declared | undefined {
        return urn === undefined ? undefined : this.#declared.get(urn);
    }

    get hasBegun(): boolean {
        return this.#declared.size > 0;
    }

    /** Notes that the resource is going to be replaced, as its arguments demand. */
    replaces(urn: string | undefined, id: string): void {
        if (urn !== undefined) this.#predecessors.set(urn, id);
    }

    /** The id of the resource that is replaced. Undefined also where the user forces the replacement: then nobody asks. */
    predecessorOf(urn: string | undefined): string | undefined {
        return urn === undefined ? undefined : this.#predecessors.get(urn);
    }

    /** Notes what a resource adopts. Returns another resource of the program that has said that it adopts the same. */
    adopts(adoption: Adoption): Adoption | undefined {
        const other = this.#adoptions.get(adoption.target);
        if (other !== undefined && other.urn !== adoption.urn) return other;
        this.#adoptions.set(adoption.target, adoption);
        return undefined;
    }

    /** Whether this is said for the first time: what is wrong with all resources alike, as a wrong key, is one error. */
    isNews(message: string): boolean {
        const isNew = !this.#told.has(message);
        this.#told.add(message);
        return isNew;
    }

    /** Notes, in a preview, that the resource with this id may be replaced. */
    mayReplace(id: string): void {
        this.#mayBeReplaced.add(id);
    }

    mayBeReplaced(id: unknown): boolean {
        return this.#mayBeReplaced.has(id);
    }
}
