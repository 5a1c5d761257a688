import type { Connections } from "../config/connections";
import { findingsIn, type Finding } from "./findings";
import { findLeft } from "./pendingCreates";
import { Places } from "./places";
import { lookUp } from "./lookups";
import type { StackState } from "./stackExport";

/** What could not be looked up. It may exist or not. */
export interface Unchecked {
    /** Undefined for what is in no resource of the state. */
    readonly urn: string | undefined;
    readonly what: string;
}

export interface Report {
    /** The projects that were listed. */
    readonly projects: readonly string[];
    /** How many resources of the state were compared. */
    readonly resources: number;
    readonly findings: readonly Finding[];
    readonly notChecked: readonly Unchecked[];
}

/** Compares the state of stacks with the API. Sends GET requests only. */
export async function check(connections: Connections, states: readonly StackState[]): Promise<Report> {
    const resources = states.flatMap((state) => state.resources);
    const places = new Places(connections);
    const configured = await places.configured();
    const lookups = await Promise.all(resources.map((resource) => lookUp(resource, places)));
    const taken = new Set(resources.map(({ type, id }) => JSON.stringify([type, id])));
    const pending = await Promise.all(
        states
            .flatMap((state) => state.pending)
            .map((one) => findLeft(one, places, (type, id) => taken.has(JSON.stringify([type, id])))),
    );
    const reached = [
        ...configured.filter((one) => "key" in one),
        ...lookups.map(({ place }) => place).filter((place) => place !== undefined),
    ];
    const listed = [...new Map(reached.map((place) => [place.key, place])).values()];
    const known = new Set(lookups.map(({ resource, place }) => JSON.stringify([place?.key, resource.id])));
    return {
        projects: listed.map(({ project }) => project.id),
        resources: resources.length,
        findings: findingsIn({ places: listed, lookups, pending }),
        notChecked: [
            ...configured.flatMap((one) =>
                "why" in one ? [{ urn: undefined, what: `profile ${JSON.stringify(one.profile)}: ${one.why}` }] : [],
            ),
            ...lookups.flatMap(({ resource: { urn, type, name }, seen }) =>
                seen !== "gone" && "why" in seen ? [{ urn, what: `${type} ${JSON.stringify(name)}: ${seen.why}` }] : [],
            ),
            ...listed.flatMap(({ key, inventory: { projectId, unreadable } }) =>
                unreadable
                    .filter(({ id }) => id === undefined || !known.has(JSON.stringify([key, id])))
                    .map(({ definition: { noun }, id, detail }) => ({
                        urn: undefined,
                        what: `a ${noun} in project ${projectId} (${id ?? "without an id"}): its record cannot be read: ${detail}`,
                    })),
            ),
        ],
    };
}

/** 0 nothing found, 1 findings, 2 something could not be checked, so that 0 means that all is well. */
export const exitCodeOf = ({ findings, notChecked }: Report): 0 | 1 | 2 =>
    findings.length > 0 ? 1 : notChecked.length > 0 ? 2 : 0;
