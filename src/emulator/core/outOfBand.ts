// Resources created outside the API: they exist immediately, with no operation in progress.
import type { Core } from "./core";
import { conflict, notFound } from "./refusal";
import { type Kind, type RowOf, rowTypes } from "./rows";
import type { Making } from "./rows/rowType";
import { findRow, insertRow } from "./world";

function freeId(core: Core, wanted: string | undefined): string {
    if (wanted === undefined) return core.newId();
    if (!core.takeId(wanted)) throw conflict("ID_TAKEN", `The id ${wanted} is taken.`);
    return wanted;
}

function projectId(core: Core, wanted: string | undefined): string {
    const projects = [...core.world.projects.values()];
    const found =
        wanted === undefined ? projects[0] : projects.find(({ id, name }) => id === wanted || name === wanted);
    if (!found) throw notFound("project", wanted ?? "");
    return found.id;
}

function checkParent(core: Core, kind: string, id: string): void {
    const nouns: Readonly<Record<string, { readonly noun: string }>> = rowTypes;
    if (findRow(core.world, id)?.kind !== kind) throw notFound(nouns[kind]?.noun ?? kind, id);
}

const creators: { readonly [K in Kind]: { create(given: unknown, making: Making): RowOf<K> } } = rowTypes;

/** Creates a row. Omitted fields have defaults. */
export function addRow<K extends Kind>(core: Core, kind: K, given: unknown): RowOf<K> {
    const row = creators[kind].create(given, {
        now: core.now(),
        random: core.random,
        freeId: (wanted) => freeId(core, wanted),
        projectId: (wanted) => projectId(core, wanted),
        checkParent: (parent, id) => checkParent(core, parent, id),
    });
    insertRow(core.world, row);
    return row;
}
