import { isDeepStrictEqual } from "node:util";
import type { Connections } from "../../provider/config/connections";
import { withHint } from "../../provider/config/hints";
import { ApiError } from "../../provider/api";
import { Absences } from "../../provider/dynamic/absences";
import { argumentsIn, lastSeenOf, parseState, refreshed } from "../../provider/dynamic/state";
import {
    losesData,
    nothingKnown,
    read,
    secretProperties,
    type AnyDefinition,
    type Project,
} from "../../provider/lifecycle";
import { nameInUrn } from "../../shared/registration";
import { quoted, visible } from "../../shared/visible";
import { projectOfResource, sources, whyNotChecked } from "./projects";
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
    /** Set where it is gone, and its data with it. */
    readonly losesData?: boolean;
    /** The value in the state, that of the last `up` or refresh. */
    readonly expected?: unknown;
    /** The value in the API. */
    readonly actual?: unknown;
    /** It is a secret in the state: the values are left out. */
    readonly secret?: boolean;
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
    environment: Readonly<Record<string, string | undefined>> = {},
): Promise<DriftReport> {
    const context = { absences: new Absences(environment), report };
    const resources = states.flatMap((state) => state.resources).filter(({ markedForDelete }) => !markedForDelete);
    const compared = await Promise.all(
        resources.map(async (resource) => ({ resource, ...(await driftOf(connections, resource, context)) })),
    );
    const done = compared.filter((one): one is Compared => !("why" in one));
    return {
        resources: done.length,
        drift: done.flatMap(({ drift }) => drift),
        notChecked: compared.flatMap((one) => {
            const { urn } = one.resource;
            const label = programLabel(one.resource);
            if ("why" in one) return [{ urn, what: `${label}: ${one.why}` }];
            const advice = "export the stack with `--show-secrets` to compare it";
            return one.encrypted.map((key) => ({ urn, what: `${label}: ${key} is encrypted in the state: ${advice}` }));
        }),
    };
}

interface Context {
    readonly absences: Absences;
    readonly report: (text: string) => void;
}

interface Compared {
    readonly resource: StackResource;
    readonly drift: readonly DriftedProperty[];
    /** What is not compared. */
    readonly encrypted: readonly string[];
}

async function driftOf(connections: Connections, resource: StackResource, context: Context) {
    const { definition } = resource;
    if (definition === undefined) return { why: "this version of the package does not know its type" };
    const project = await projectOfResource(connections, resource);
    if ("why" in project) return project;
    try {
        return await differences(definition, project, resource, context);
    } catch (error) {
        if (error instanceof ApiError) return { why: withHint(error, sources) };
        return { why: whyNotChecked(error) };
    }
}

async function differences(
    definition: AnyDefinition,
    project: Project,
    resource: StackResource,
    { absences, report }: Context,
): Promise<Omit<Compared, "resource">> {
    const { urn, type, id, secrets, encrypted } = resource;
    const tell = (text: string) => report(`${programLabel(resource)}: ${text}`);
    const state = parseState(definition, await withSeen(definition, project, resource));
    const { remembered } = state;
    const isProtected = definition.deletion?.guard(state.outputs, state.given) !== undefined;
    const known = await read(definition, project, id, {
        ...{ remembered, managed: true, report: tell },
        ...lastSeenOf(definition, state, project.clock.now()),
        absence: absences.observer(definition, id, isProtected, "read"),
    });
    if (known === undefined) {
        const loss = losesData(definition) ? { losesData: true } : {};
        return { drift: [{ urn, type, id, property: undefined, ...loss }], encrypted: [] };
    }
    const { inputs } = refreshed(definition, state, known, project);
    const before = argumentsIn(state);
    const compared = state.given.filter((property) => !secretProperties.has(property));
    const drift = compared
        .filter((property) => !encrypted.includes(property))
        .filter((property) => !isDeepStrictEqual(before[property] ?? null, inputs[property] ?? null))
        .map((property) => {
            const values = { expected: before[property], actual: inputs[property] };
            return { urn, type, id, property, ...(secrets.includes(property) ? { secret: true } : values) };
        });
    return { drift, encrypted: compared.filter((property) => encrypted.includes(property)) };
}

/** The outputs, with what the API shows in place of what is encrypted: it is not compared, and a state without it would count as damaged. */
async function withSeen(definition: AnyDefinition, project: Project, { id, outputs, encrypted }: StackResource) {
    if (encrypted.every((key) => secretProperties.has(key))) return outputs;
    const options = { managed: false, report: () => undefined, address: undefined, notFoundGraceUntil: 0 };
    const known = await read(definition, project, id, { ...options, unfinished: false, remembered: nothingKnown() });
    const seen = Object.entries(known?.observed ?? {}).filter(([key]) => encrypted.includes(key));
    return { ...outputs, ...Object.fromEntries(seen) };
}

/** 0 no drift, 1 drift, 2 something could not be checked, whatever has drifted: a job that fails then is told of it. */
export const driftExitCode = ({ drift, notChecked }: DriftReport): 0 | 1 | 2 =>
    notChecked.length > 0 ? 2 : drift.length > 0 ? 1 : 0;

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

function told({ property, expected, actual, secret, losesData: isEmpty }: DriftedProperty): string {
    if (property === undefined)
        return `is gone; the next \`pulumi up --refresh\` creates a new ${isEmpty === true ? "and empty " : ""}one`;
    if (secret === true) return `${property}, which is a secret, is another than in the state`;
    return `${property} is ${shown(actual)}, and ${shown(expected)} in the state`;
}

const shown = (value: unknown): string => (value == null ? "not set" : quoted(value));
