import { isApiError } from "../api";

/** A resource that the program has declared. */
export interface Declared {
    /** It was in the state before, so creating it is a replacement. */
    readonly existed: boolean;
    readonly preview: boolean;
}

/** What a `diff` has found of a resource. */
export interface Diffed {
    /** The id in the state. */
    readonly id: string;
    /** The arguments demand a replacement. */
    readonly replaces: boolean;
    /** What is replaced is deleted first. */
    readonly deletesFirst: boolean;
    /** The API does not show it. */
    readonly isAbsent: boolean;
}

/**
 * The resources that the program has declared in this process. The engine calls `check` for exactly these. In a refresh it calls
 * `diff` without a `check` before.
 */
export class ProgramRun {
    readonly #declared = new Map<string, Declared>();
    readonly #diffed = new Map<string, Diffed>();
    readonly #mayBeReplaced = new Set<unknown>();
    readonly #told = new Set<string>();

    declare(urn: string | undefined, { existed, preview }: Declared): void {
        if (urn === undefined) return;
        // The engine checks a replacement twice, the second time without the old inputs.
        this.#declared.set(urn, { existed: existed || this.#declared.get(urn)?.existed === true, preview });
    }

    of(urn: string | undefined): Declared | undefined {
        return urn === undefined ? undefined : this.#declared.get(urn);
    }

    /**
     * The declared resource that a `diff` is for. The inputs of what `pulumi state rename` has renamed still have the URN of before,
     * which another resource may have by now: that one is compared first, as soon as the program declares it.
     */
    comparedAs(urn: string | undefined, id: string): Declared | undefined {
        return (this.diffOf(urn)?.id ?? id) === id ? this.of(urn) : undefined;
    }

    get hasBegun(): boolean {
        return this.#declared.size > 0;
    }

    noteDiff(urn: string | undefined, diffed: Diffed): void {
        if (urn !== undefined) this.#diffed.set(urn, diffed);
    }

    /** Undefined where the engine has not asked: the resource is new, or a replacement is forced (`--replace`, a taint, a trigger). */
    diffOf(urn: string | undefined): Diffed | undefined {
        return urn === undefined ? undefined : this.#diffed.get(urn);
    }

    /** Whether this is said for the first time: what is wrong with all resources alike, as a wrong key, is one error. */
    isNews(error: unknown): boolean {
        const known = this.#told.size;
        return this.#told.add(isApiError(error) ? `${error.kind} ${error.status}` : String(error)).size > known;
    }

    /** Notes, in a preview, that the resource with this id may be replaced. */
    notePossibleReplacement(id: string): void {
        this.#mayBeReplaced.add(id);
    }

    isPossiblyReplaced(id: unknown): boolean {
        return this.#mayBeReplaced.has(id);
    }
}
