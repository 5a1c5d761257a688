import { shellQuoted } from "../config/settings";
import type { Found } from "./inventory";
import type { PendingLookup } from "./pendingCreates";
import type { Place } from "./places";
import { recordTypeOf, type Lookup } from "./lookups";
import type { StackResource } from "./stackExport";

/** Something that differs, and what to do about it. */
export interface Finding {
    readonly kind: "unmanaged" | "gone" | "half-made" | "shared";
    /** The type of the resource: `Service`. */
    readonly type: string;
    /** Undefined if it is not known. */
    readonly id: string | undefined;
    readonly projectId: string | undefined;
    /** The resources of the state that it is about. */
    readonly urns: readonly string[];
    readonly what: string;
    readonly repair: string;
}

/** What is compared: read-only facts, from the state and from the API. */
export interface Facts {
    readonly places: readonly Place[];
    readonly lookups: readonly Lookup[];
    readonly pending: readonly PendingLookup[];
}

export const findingsIn = (facts: Facts): Finding[] => [
    ...facts.lookups.flatMap(gone),
    ...facts.lookups.flatMap(halfMade),
    ...facts.pending.map((one) => interrupted(one, facts.lookups)),
    ...shared(facts.lookups),
    ...unmanaged(facts),
];

const quoted = JSON.stringify;

/** `service "orders" (abc)` */
const labelOf = ({ definition: { noun }, name, id }: Pick<Found, "definition" | "name" | "id">): string =>
    name === undefined ? `${noun} ${id}` : `${noun} ${quoted(name)} (${id})`;

const resourceLabel = ({ type, name }: StackResource): string => `${type} ${quoted(name)}`;

export const adoptLine = (id: string): string => `adopt: ${quoted(id)}`;

function gone({ resource, place, seen }: Lookup): Finding[] {
    if (seen !== "gone") return [];
    const { id, type, urn, external, condemned, definition } = resource;
    const what = `${resourceLabel(resource)}: ${definition?.noun ?? type} ${id} is no longer in the API`;
    const common = { kind: "gone", type, id, projectId: place?.project.id, urns: [urn], what } as const;
    if (external)
        return [
            { ...common, repair: `give \`${type}.get\` in the program another id, or remove it; then \`pulumi up\`` },
        ];
    if (condemned) return [{ ...common, repair: "`pulumi up`, which drops what is replaced from the state" }];
    return [{ ...common, repair: `\`pulumi refresh\`, or \`pulumi state delete ${shellQuoted(urn)}\`` }];
}

function halfMade({ resource, place, seen }: Lookup): Finding[] {
    if (seen === "gone" || resource.external) return [];
    const inApi = "why" in seen ? undefined : troubleOf(seen, resource);
    const reasons = [
        ...(resource.condemned ? ["it is replaced, and not deleted yet"] : []),
        ...(resource.unfinished ? ["its last operation did not finish"] : []),
        ...(inApi === undefined ? [] : [inApi.reason]),
    ];
    if (reasons.length === 0) return [];
    const { type, id, urn } = resource;
    return [
        {
            kind: "half-made",
            type,
            id,
            projectId: place?.project.id,
            urns: [urn],
            what: `${resourceLabel(resource)} (${id}): ${reasons.join("; ")}`,
            repair: inApi?.repair?.(urn) ?? "`pulumi up`",
        },
    ];
}

interface Trouble {
    readonly reason: string;
    /** Default: `pulumi up`. */
    readonly repair?: (urn: string) => string;
}

function troubleOf(seen: Found, { definition, inputs, condemned }: StackResource): Trouble | undefined {
    const reason = `its status is ${seen.status ?? "unknown"}`;
    if (condemned) return undefined;
    if (seen.failed) {
        const repair = (urn: string) =>
            `set \`deleteBeforeReplace: true\` among its options, then \`pulumi up --replace ${shellQuoted(urn)}\`, which deletes it and creates it anew`;
        return definition?.ownsNothing === true ? { reason } : { reason, repair };
    }
    if (seen.leaving) return { reason, repair: () => "wait until it is deleted, then `pulumi refresh`" };
    if (seen.unstable) return { reason, repair: () => "wait: it may recover by itself; then `pulumi refresh`" };
    if (!seen.ready) return { reason: `${reason}: it has not been created completely` };
    // A step without a call is a wait that is not over.
    const waits = definition?.plan(seen.observed, { waitFor: inputs["waitFor"] }).filter((step) => !step.call) ?? [];
    return waits.length === 0 ? undefined : { reason: `${reason}: it still has to ${waits[0]?.title ?? "wait"}` };
}

function interrupted({ operation: { type, resource }, left }: PendingLookup, lookups: readonly Lookup[]): Finding {
    const { urn, id, projectId } = resource;
    const clear = "`pulumi refresh --clear-pending-creates`";
    const later = lookups.find((one) => one.resource.urn === urn && one.resource.id !== "" && !one.resource.condemned);
    if (type === "creating" && later !== undefined)
        return {
            kind: "half-made",
            type: resource.type,
            id: later.resource.id,
            projectId,
            urns: [urn],
            what: `${resourceLabel(resource)}: creating it was interrupted, and a later \`up\` has finished it (${later.resource.id}); the state still says so`,
            repair: clear,
        };
    const found = "why" in left ? [] : left;
    const notSearched = "why" in left ? `; what it may have left could not be searched for: ${left.why}` : "";
    const exists = found.length === 0 ? "" : `; there is ${found.join(", ")}, which may be what it has made`;
    const adopt = found.map((one) => `\`${adoptLine(one)}\``).join(" or ");
    if (type === "replacing") {
        return {
            kind: "half-made",
            type: resource.type,
            id: found[0],
            projectId,
            urns: [urn],
            what: `${resourceLabel(resource)}: its predecessor ${id} was deleted, and its creation was interrupted${exists}${notSearched}`,
            repair: adopt === "" ? "`pulumi up`" : `${adopt} in the program, then \`pulumi up\``,
        };
    }
    const creating = adopt === "" ? `${clear}, then \`pulumi up\`` : `${clear}, then ${adopt} in the program`;
    return {
        kind: "half-made",
        type: resource.type,
        id: id === "" ? found[0] : id,
        projectId,
        urns: [urn],
        what: `${resourceLabel(resource)}: ${type} it was interrupted${exists}${notSearched}`,
        repair: type === "creating" ? creating : "`pulumi refresh`, then `pulumi up`",
    };
}

/** The resources that manage the same. One that only looks it up, or waits for it, does not. */
function shared(lookups: readonly Lookup[]): Finding[] {
    const managing = lookups.filter(
        ({ resource: { id, external, definition } }) => id !== "" && !external && definition?.ownsNothing !== true,
    );
    const groups = new Map<string, Lookup[]>();
    for (const one of managing) {
        const { type, id, profile, projectId } = one.resource;
        const key = JSON.stringify([one.place?.key ?? [profile ?? null, projectId ?? null], type, id]);
        groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    return [...groups.values()].flatMap((group) => {
        const urns = [...new Set(group.map(({ resource }) => resource.urn))];
        const [first] = group;
        if (first === undefined || urns.length < 2) return [];
        const { type, id, definition } = first.resource;
        const names = group.map(({ resource }) => resourceLabel(resource)).join(" and ");
        return [
            {
                kind: "shared",
                type,
                id,
                projectId: first.place?.project.id,
                urns,
                what: `${definition?.noun ?? type} ${id} is managed by ${names}`,
                repair: `keep one: \`pulumi state delete\` one of ${urns.map(shellQuoted).join(", ")}, and remove it from the program`,
            },
        ];
    });
}

const keyOf = (place: string | undefined, type: string, id: string): string => JSON.stringify([place, type, id]);

function unmanaged({ places, lookups, pending }: Facts): Finding[] {
    // A resource whose project cannot be told may have what is in any of them.
    const known = new Set(lookups.map(({ resource, place }) => keyOf(place?.key, recordTypeOf(resource), resource.id)));
    const interruptedCreates = new Set(
        pending.flatMap(({ operation: { resource }, left }) =>
            "why" in left ? [] : left.map((id) => JSON.stringify([resource.type, id])),
        ),
    );
    return places.flatMap(({ key, inventory: { found, projectId } }) =>
        found
            .filter(({ leaving }) => !leaving)
            .filter(({ definition: { type }, id }) =>
                [key, undefined].every((place) => !known.has(keyOf(place, type, id))),
            )
            .filter(({ definition: { type }, id }) => !interruptedCreates.has(JSON.stringify([type, id])))
            .map((one) => ({
                kind: "unmanaged",
                type: one.definition.type,
                id: one.id,
                projectId,
                urns: [],
                what: `${labelOf(one)} in project ${projectId} is in no resource of the state`,
                repair: one.failed
                    ? `delete it: its status is ${one.status ?? "unknown"}, so it cannot be adopted`
                    : `\`${adoptLine(one.id)}\` in the program, as \`clouddb-doctor program\` prints it`,
            })),
    );
}
