/** A resource that the program has declared. */
export interface Declared {
    /** It was in the state before, so creating it is a replacement. */
    readonly existed: boolean;
    readonly preview: boolean;
}

/**
 * The resources that the program has declared in this process. The engine calls `check` for exactly these. In a refresh it calls
 * `diff` without a `check` before.
 */
export class ProgramRun {
    readonly #declared = new Map<string, Declared>();
    readonly #mayBeReplaced = new Set<string>();
    readonly #predecessors = new Map<string, string>();

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

    /** Notes, in a preview, that the resource with this id may be replaced. */
    mayReplace(id: string): void {
        this.#mayBeReplaced.add(id);
    }

    mayBeReplaced(id: unknown): boolean {
        return typeof id === "string" && this.#mayBeReplaced.has(id);
    }
}
