import type { AnyDefinition, CurrentProperties } from "../lifecycle";

/** Identifies a record of the API. */
export interface ResourceRef {
    readonly type: string;
    readonly address: string;
    /** Undefined: the default project, which has not been looked up. */
    readonly projectId: string | undefined;
    readonly id: string;
    /** The values that can never change, as far as they are known, and how they are compared. */
    readonly facts: CurrentProperties;
    readonly identity: AnyDefinition["records"]["identity"];
}

/** A resource of the program that manages, adopts or reads a record. */
export interface Holding {
    readonly urn: string;
    readonly ref: ResourceRef;
    /** `adopts`: has not done so yet. `reads`: a `get` of the program. */
    readonly how: "manages" | "adopts" | "reads";
    /** The token in its state; undefined for a resource that only adopts or reads. */
    readonly owner: string | undefined;
    /** An interrupted `up` had left it, and it was found by its name. */
    readonly adoptedByName: boolean;
    /** The program declares it; otherwise its deletion has failed. */
    readonly isDeclared: boolean;
    /** It is replaced, and deleted first. */
    readonly isReplaced: boolean;
}
