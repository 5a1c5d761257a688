import { isApiError } from "../api";
import type { AnyDefinition } from "../lifecycle";
import { nameInUrn, typeInUrn } from "../../shared/registration";

export interface Declared {
    /** It was in the state before, so creating it is a replacement. */
    readonly existed: boolean;
    readonly preview: boolean;
}

/** What a `diff` has found of a resource. */
export interface Diffed {
    readonly definition: Pick<AnyDefinition, "type" | "noun">;
    /** The id in the state. */
    readonly id: string;
    /** The arguments demand a replacement. */
    readonly replaces: boolean;
    /** It is replaced, and deleted before its successor is created. */
    readonly deletesFirst: boolean;
    /** ... since its successor is to have its name. */
    readonly needsName: boolean;
    /** The name is none of the arguments that demand the replacement. */
    readonly keepsName: boolean;
    /** The API does not show it. */
    readonly isAbsent: boolean;
}

/** The resources that the program has declared: the engine calls `check` for exactly these. In a refresh, `diff` follows no `check`. */
export class ProgramRun {
    readonly #declared = new Map<string, Declared>();
    readonly #diffed = new Map<string, Diffed>();
    /** The ids of the resources that may be replaced, as a preview has found. */
    readonly possiblyReplaced = new Set<unknown>();
    readonly #told = new Set<string>();
    /** What a `get` or an import has read. A program that only reads resources declares none. */
    readonly #read = new Set<string | undefined>();

    noteRead(urn: string | undefined): void {
        this.#read.add(urn);
    }

    /** Whether no operation has stored the resource so far: it has been read in this one, for an import. */
    hasRead(urn: string | undefined): boolean {
        return urn !== undefined && this.#read.has(urn);
    }

    declare(urn: string | undefined, { existed, preview }: Declared): void {
        if (urn === undefined) return;
        // The engine checks a replacement twice, the second time without the old inputs.
        this.#declared.set(urn, { existed: existed || this.#declared.get(urn)?.existed === true, preview });
    }

    of(urn: string | undefined): Declared | undefined {
        return this.#declared.get(urn ?? "");
    }

    /**
     * The declared resource that a `diff` is for. The inputs of what `pulumi state rename` has renamed still have the URN of before,
     * which another resource may have by now: that one is compared first, as soon as the program declares it.
     */
    comparedAs(urn: string | undefined, id: string): Declared | undefined {
        return (this.diffOf(urn)?.id ?? id) === id ? this.of(urn) : undefined;
    }

    get hasBegun(): boolean {
        return this.#read.size > 0 || this.#declared.size > 0;
    }

    /** Whether the program has run and declares no such resource. A `destroy` does not run it. */
    lacks(urn: string | undefined): boolean {
        return this.hasBegun && this.of(urn) === undefined;
    }

    noteDiff(urn: string | undefined, diffed: Diffed): void {
        if (urn !== undefined) this.#diffed.set(urn, diffed);
    }

    /** Undefined where the engine has not asked: the resource is new, or a replacement is forced (`--replace`, a taint, a trigger). */
    diffOf(urn: string | undefined): Diffed | undefined {
        return this.#diffed.get(urn ?? "");
    }

    /**
     * For messages: `the VPC that replaces net`, where net is the resource with this id, and is replaced. Undefined if the program also
     * creates another resource of that type: an id that is not known yet may be that one's.
     */
    successorOf(type: string | undefined, id: unknown): string | undefined {
        const isNew = ([urn, { existed }]: readonly [string, Declared]) => !existed && typeInUrn(urn) === type;
        if (type === undefined || [...this.#declared].some(isNew)) return undefined;
        const [urn, found] =
            [...this.#diffed].find(([, diffed]) => diffed.definition.type === type && diffed.id === id) ?? [];
        return found?.replaces === true ? `the ${found.definition.noun} that replaces ${nameInUrn(urn)}` : undefined;
    }

    /** Whether this is said for the first time: what is wrong with all resources alike, as a wrong key, is one error. */
    isNews(error: unknown): boolean {
        const known = this.#told.size;
        return this.#told.add(isApiError(error) ? `${error.kind} ${error.status}` : String(error)).size > known;
    }
}
