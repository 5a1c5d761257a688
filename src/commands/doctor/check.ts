import type { Connections } from "../../provider/config/connections";
import { dynamicUrn } from "../../shared/registration";
import { quoted, visible } from "../../shared/visible";
import { type Args, type Found, isArgs, isCurrentPreview, sweptFork } from "./inventory";
import { type ListedProject, type NotChecked, Projects, whyNotChecked } from "./projects";
import type { PendingOperation, StackResource, StackState } from "./stackExport";
import { count, isTemporaryName, programLabel } from "./words";
import {
    listCandidates,
    matchOf,
    nameFor,
    sameName,
    secretProperties,
    idOf,
    undefinedOn404,
    type AnyDefinition,
    type Project,
} from "../../provider/lifecycle";

/** Something that no other command shows, and what to do about it. */
export interface Finding {
    /**
     * `unmanaged`: in the project, and in no resource of the state. `shared`: in several. `interrupted`: an operation of the state was
     * interrupted.
     */
    readonly kind: "unmanaged" | "shared" | "interrupted";
    /** The type of the resource: `Service`. */
    readonly type: string;
    /** Undefined if it is not known. */
    readonly id: string | undefined;
    readonly projectId: string | undefined;
    /** The resource of the state. Undefined for what is in none, or in several. */
    readonly urn: string | undefined;
    readonly what: string;
    readonly repair: string;
}

/** What could not be checked. It may exist or not. */
export interface Unchecked {
    /** Undefined for what is in no resource of the state. */
    readonly urn: string | undefined;
    readonly what: string;
}

export interface Report {
    readonly projects: readonly string[];
    readonly resources: number;
    readonly findings: readonly Finding[];
    readonly notChecked: readonly Unchecked[];
}

/**
 * Compares the state of stacks with the API. Sends GET requests only.
 *
 * @param ignored - ids of resources that are in no stack on purpose.
 */
export async function check(
    connections: Connections,
    states: readonly StackState[],
    ignored: readonly string[] = [],
): Promise<Report> {
    const projects = new Projects(connections);
    const failedProfiles = await projects.listConfigured();
    const resources = states.flatMap((state) => state.resources);
    const owned = await Promise.all(
        resources.map(async (resource) => ({ resource, project: await projects.of(resource) })),
    );
    const taken = new Set(resources.map(({ type, id }) => quoted([type, id])));
    const isTaken = (type: string, id: string) => taken.has(quoted([type, id]));
    const pending = await Promise.all(
        states
            .flatMap((state) => state.pending)
            .map(async (operation) => ({ operation, left: await findLeft(operation, projects, isTaken) })),
    );

    // A resource whose project is unknown may be in any of them.
    const known = new Set([
        ...owned.map(({ resource: { type, id }, project }) =>
            quoted(["key" in project ? project.key : null, type, id]),
        ),
        ...pending.flatMap(({ operation: { resource }, left }) =>
            "why" in left ? [] : left.map((id) => quoted([null, resource.type, id])),
        ),
    ]);
    const isKnown = (key: string, type: string, id: string) =>
        ignored.includes(id) || known.has(quoted([key, type, id])) || known.has(quoted([null, type, id]));
    const listed = await projects.all();
    return {
        projects: listed.map(({ project }) => project.id),
        resources: resources.length,
        findings: [
            ...pending.map(({ operation, left }) => interrupted(operation, left, resources)),
            ...listed.flatMap((project) => shared(project, owned)),
            ...listed.flatMap((project) => unmanaged(project, isKnown)),
        ],
        notChecked: [
            ...failedProfiles.map(({ profile, why }) => ({
                urn: undefined,
                what: `profile ${quoted(profile)}: ${why}`,
            })),
            ...owned.flatMap(({ resource, project }) =>
                "why" in project ? [{ urn: resource.urn, what: `${programLabel(resource)}: ${project.why}` }] : [],
            ),
            ...listed.flatMap((project) => unreadable(project, isKnown)),
        ],
    };
}

type IsKnown = (projectKey: string, type: string, id: string) => boolean;

const adoptLine = (id: string): string => `\`adopt: ${quoted(id)}\``;

interface Owned {
    readonly resource: StackResource;
    readonly project: ListedProject | NotChecked;
}

function shared({ key, inventory: { found, projectId } }: ListedProject, owned: readonly Owned[]): Finding[] {
    return found.flatMap((one) => {
        const { type } = one.definition;
        const urns = owned
            .filter(({ project }) => "key" in project && project.key === key)
            .filter(({ resource }) => resource.type === type && resource.id === one.id && !resource.markedForDelete)
            .map(({ resource }) => resource.urn);
        // The exports may contain a stack twice.
        const different = [...new Set(urns)];
        if (different.length < 2) return [];
        return {
            ...{ kind: "shared", type, id: one.id, projectId, urn: undefined },
            what: `${nameOf(one)} is managed by ${different.length} resources: ${different.join(", ")}`,
            repair: "keep it in one of them: remove it from the other with `pulumi state delete`, then from its program (docs/command-line.md)",
        };
    });
}

function unmanaged({ key, project, inventory: { found, projectId } }: ListedProject, isKnown: IsKnown): Finding[] {
    const now = project.client.now();
    const repairOf = (one: Found) => {
        if (isTemporaryName(one.name))
            return "delete it, unless `clouddb verify` is running: it is from one of its runs";
        const fork = sweptFork(one, now);
        if (fork !== undefined) return `\`clouddb sweep\` deletes it: it is ${fork}`;
        if (one.failed) return `delete it: its status is ${one.status ?? "unknown"}, so it cannot be adopted`;
        return `if no other stack manages it: ${adoptLine(one.id)} in the program, as \`clouddb program\` prints it`;
    };
    return found
        .filter(({ definition: { type }, id, deleting }) => !deleting && !isKnown(key, type, id))
        .filter((one) => !isCurrentPreview(one, now))
        .map((one) => ({
            kind: "unmanaged",
            type: one.definition.type,
            id: one.id,
            projectId,
            urn: undefined,
            what: `${nameOf(one)} in project ${projectId} is in no resource of the state`,
            repair: repairOf(one),
        }));
}

const nameOf = ({ definition: { noun }, id, name }: Pick<Found, "definition" | "id" | "name">): string =>
    `${noun} ${name === undefined ? id : `${quoted(name)} (${id})`}`;

function unreadable({ key, inventory }: ListedProject, isKnown: IsKnown): Unchecked[] {
    return inventory.unreadable
        .filter(({ definition: { type }, id }) => id === undefined || !isKnown(key, type, id))
        .map(({ definition: { noun }, id, detail }) => ({
            urn: undefined,
            what: `a ${noun} in project ${inventory.projectId} (${id ?? "without an id"}): its record cannot be read: ${detail}`,
        }));
}

function interrupted({ type, resource }: PendingOperation, left: Left, resources: readonly StackResource[]): Finding {
    const clear = "`pulumi refresh --clear-pending-creates`";
    const [label, { urn, projectId }] = [programLabel(resource), resource];
    const finding = { kind: "interrupted", type: resource.type, projectId, urn } as const;
    // The other provider may have completed it.
    const isSame = (one: StackResource) => dynamicUrn(one.urn) === dynamicUrn(urn);
    const later = resources.find((one) => isSame(one) && one.id !== "" && !one.markedForDelete);
    if (type === "creating" && later !== undefined) {
        const what = `${label}: its creation was interrupted, and a later \`up\` has completed it (${later.id}); the state still lists the operation`;
        return { ...finding, id: later.id, what, repair: clear };
    }
    const found = "why" in left ? [] : left;
    const outcome =
        ("why" in left ? `; what it may have left could not be searched for: ${left.why}` : "") +
        (found.length === 0 ? "" : `; there is ${found.join(", ")}, which it may have created`);
    const adopt = found.length === 0 ? undefined : `${found.map(adoptLine).join(" or ")} in the program`;
    if (type === "replacing") {
        const what = `${label}: its predecessor ${resource.id} was deleted, and its creation was interrupted${outcome}`;
        const repair = adopt === undefined ? "`pulumi up`" : `${adopt}, then \`pulumi up\``;
        return { ...finding, id: found[0], what, repair };
    }
    const what = `${label}: ${type} it was interrupted${outcome}`;
    const create = `\`pulumi up\`${adopt === undefined ? "" : `: it takes that over, or fails and needs ${adopt}`}; then ${clear}`;
    const repair = type === "creating" ? create : "`pulumi refresh`, then `pulumi up`";
    return { ...finding, id: resource.id === "" ? found[0] : resource.id, what, repair };
}

/** 0 nothing found, 1 findings, 2 something could not be checked, whatever was found: a job that fails then is told of it. */
export const doctorExitCode = ({ findings, notChecked }: Report): 0 | 1 | 2 =>
    notChecked.length > 0 ? 2 : findings.length > 0 ? 1 : 0;

/** Two lines for each finding: what it is, and what repairs it. */
export function doctorText({ projects, resources, findings, notChecked }: Report): string {
    const compared = `${count(resources, "resource")} compared with ${count(projects.length, "project")}`;
    const result = findings.length + notChecked.length === 0 ? "nothing found" : count(findings.length, "finding");
    const lines = [
        ...findings.flatMap(({ kind, what, repair }) => [`${kind}: ${what}`, `    repair: ${repair}`]),
        ...notChecked.map(({ what }) => `not checked: ${what}`),
        `${compared}: ${result}${notChecked.length === 0 ? "" : `, ${notChecked.length} not checked`}`,
    ];
    return lines.map((line) => `${visible(line)}\n`).join("");
}

/** The ids of what an interrupted operation may have left in the API. */
type Left = readonly string[] | NotChecked;

/** Looks for what an interrupted create has left, as the next create would. */
async function findLeft(
    { resource, type }: PendingOperation,
    projects: Projects,
    isTaken: (type: string, id: string) => boolean,
): Promise<Left> {
    const { definition, inputs } = resource;
    if (!["creating", "replacing"].includes(type) || definition === undefined || definition.creation === undefined)
        return [];
    const listed = await projects.of(resource);
    if ("why" in listed) return listed;
    // A secret says nothing about what was created, and is encrypted.
    const args: unknown = Object.fromEntries(Object.entries(inputs).filter(([key]) => !secretProperties.has(key)));
    if (!isArgs(definition, args)) return { why: "its stored arguments cannot be read" };
    try {
        const { adopt } = args;
        const ids =
            adopt === undefined
                ? await idsLike(definition, listed.project, args, resource.name, type === "replacing")
                : listed.inventory.found
                      .filter((one) => one.definition === definition && one.id === adopt)
                      .map(({ id }) => id);
        return ids.filter((id) => !isTaken(resource.type, id));
    } catch (error) {
        return { why: whyNotChecked(error) };
    }
}

/** @param isReplacement - the stored arguments are the predecessor's, from which the replacement may differ. */
async function idsLike(
    definition: AnyDefinition,
    project: Project,
    args: Args,
    name: string,
    isReplacement: boolean,
): Promise<string[]> {
    const spec = definition.creation?.spec(project, args, nameFor(args, name));
    if (spec === undefined) return [];
    // A 404: the parent does not exist.
    const { candidates = [] } = (await undefinedOn404(listCandidates(definition, project, args, spec))) ?? {};
    return candidates
        .filter(({ isDeleting, name: listed }) => !isDeleting && sameName(spec.name, listed))
        .filter(({ record }) => isReplacement || matchOf(spec, record) !== "different")
        .map(({ record }) => idOf(definition, record, args));
}
