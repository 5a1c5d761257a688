import { isDeepStrictEqual } from "node:util";
import type { Connections } from "../../provider/config/connections";
import { argumentsIn, lastSeenOf, parseState, refreshed } from "../../provider/dynamic/state";
import { read, secretProperties, type AnyDefinition, type Project } from "../../provider/lifecycle";
import { nameInUrn } from "../../shared/registration";
import { quoted, visible } from "../../shared/visible";
import { projectOfResource, whyNotChecked } from "./projects";
import type { StackResource, StackState } from "./stackExport";
import { count, programLabel } from "./words";

/** What `pulumi refresh` would show of a resource, and the next `pulumi up` of the same program would correct. */
export interface DriftedProperty {
    readonly urn: string;
    /** The type of the resource: `Service`. */
    readonly type: string;
    readonly id: string;
    /** The argument. Undefined where the resource is gone. */
    readonly property: string | undefined;
    /** The value in the state, that of the last `up` or refresh. */
    readonly expected?: unknown;
    /** The value in the API. */
    readonly actual?: unknown;
}

export interface DriftReport {
    /** Number of resources that were compared. */
    readonly resources: number;
    readonly drift: readonly DriftedProperty[];
    readonly notChecked: readonly { readonly urn: string; readonly what: string }[];
}

/**
 * Compares the arguments that the program manages with the API, as a refresh would, and changes neither the state nor the API.
 * @param report - told of a wait.
 */
export async function findDrift(
    connections: Connections,
    states: readonly StackState[],
    report: (text: string) => void,
): Promise<DriftReport> {
    const resources = states.flatMap((state) => state.resources).filter(({ markedForDelete }) => !markedForDelete);
    const compared = await Promise.all(
        resources.map(async (resource) => ({ resource, drift: await driftOf(connections, resource, report) })),
    );
    return {
        resources: compared.filter(({ drift }) => !("why" in drift)).length,
        drift: compared.flatMap(({ drift }) => ("why" in drift ? [] : drift)),
        notChecked: compared.flatMap(({ resource, drift }) =>
            "why" in drift ? [{ urn: resource.urn, what: `${programLabel(resource)}: ${drift.why}` }] : [],
        ),
    };
}

async function driftOf(connections: Connections, resource: StackResource, report: (text: string) => void) {
    const { definition } = resource;
    if (definition === undefined) return { why: "this version of the package does not know its type" };
    const project = await projectOfResource(connections, resource);
    if ("why" in project) return project;
    try {
        return await differences(definition, project, resource, (text) => report(`${programLabel(resource)}: ${text}`));
    } catch (error) {
        return { why: whyNotChecked(error) };
    }
}

async function differences(
    definition: AnyDefinition,
    project: Project,
    { urn, type, id, outputs }: StackResource,
    report: (text: string) => void,
): Promise<DriftedProperty[]> {
    const state = parseState(definition, outputs);
    const { remembered } = state;
    const lastSeen = lastSeenOf(definition, state, project.clock.now());
    const known = await read(definition, project, id, { remembered, managed: true, report, ...lastSeen });
    if (known === undefined) return [{ urn, type, id, property: undefined }];
    const { inputs } = refreshed(definition, state, known, project);
    const before = argumentsIn(state);
    return state.given
        .filter((property) => !secretProperties.has(property))
        .filter((property) => !isDeepStrictEqual(before[property] ?? null, inputs[property] ?? null))
        .map((property) => ({ urn, type, id, property, expected: before[property], actual: inputs[property] }));
}

/** 0 no drift, 1 drift, 2 something could not be checked, so that 0 means that all is as the last `up` has left it. */
export const driftExitCode = ({ drift, notChecked }: DriftReport): 0 | 1 | 2 =>
    drift.length > 0 ? 1 : notChecked.length > 0 ? 2 : 0;

/** A line for each difference, and one for the result. */
export function driftText({ resources, drift, notChecked }: DriftReport): string {
    const lines = [
        ...drift.map((one) => `${programLabel({ ...one, name: nameInUrn(one.urn) ?? "" })} (${one.id}): ${told(one)}`),
        ...notChecked.map(({ what }) => `not checked: ${what}`),
        `${count(resources, "resource")} compared: ${drift.length === 0 ? "no drift" : count(drift.length, "difference")}` +
            (notChecked.length === 0 ? "" : `, ${notChecked.length} not checked`),
    ];
    return lines.map((line) => `${visible(line)}\n`).join("");
}

const told = ({ property, expected, actual }: DriftedProperty): string =>
    property === undefined
        ? "is gone; the next `pulumi up --refresh` creates it anew, empty"
        : `${property} is ${shown(actual)}, and ${shown(expected)} in the state`;

const shown = (value: unknown): string => (value == null ? "not set" : quoted(value));
