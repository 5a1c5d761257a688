/** What is known of a resource that the program has declared. */
export interface Declared {
    /** It was in the state before: a creation of it is a replacement. */
    readonly existed: boolean;
    readonly preview: boolean;
}

/**
 * What this process has heard of the program: the engine asks `check` of each resource that the program declares, and of no
 * other. In a refresh nothing is declared, although `diff` is asked there, too.
 */
export class ProgramRun {
    readonly #declared = new Map<string, Declared>();
    readonly #mayBeReplaced = new Set<string>();

    declare(urn: string | undefined, { existed, preview }: Declared): void {
        if (urn === undefined) return;
        // A replacement is checked twice, the second time without its old inputs.
        this.#declared.set(urn, { existed: existed || this.#declared.get(urn)?.existed === true, preview });
    }

    of(urn: string | undefined): Declared | undefined {
        return urn === undefined ? undefined : this.#declared.get(urn);
    }

    get hasBegun(): boolean {
        return this.#declared.size > 0;
    }

    /** A preview cannot tell whether the thing of this id will be replaced. */
    mayReplace(id: string): void {
        this.#mayBeReplaced.add(id);
    }

    mayBeReplaced(id: unknown): boolean {
        return typeof id === "string" && this.#mayBeReplaced.has(id);
    }
}
