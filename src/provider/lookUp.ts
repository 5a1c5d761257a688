import { isDeepStrictEqual } from "node:util";
import type { CommonArgs, Kind, Project, Sighting } from "../lifecycle";
import type { State } from "./state";

type Look<Observed> = Omit<Sighting<Observed>, "at">;

/**
 * What there is of a thing; undefined when it is gone. One that has just been created may not be listed yet, and a list may
 * show less than a GET: neither is a change.
 */
export async function lookUp<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    project: Project,
    id: string,
    { knowledge, known }: State<Observed>,
    newUntil: number,
): Promise<Look<Observed> | undefined> {
    const handle = kind.at(project, id);
    const see = (record: Record | undefined): Look<Observed> | undefined => {
        const sighting = record === undefined ? undefined : kind.see(record, knowledge.observed);
        return sighting?.condition === "gone" ? undefined : sighting;
    };
    const first = await handle.read({ fresh: false });
    const sighting = see(first);
    if (first === undefined && known && project.clock.now() < newUntil) {
        return handle
            .until<{ readonly look: Look<Observed> | undefined }>({
                look: (record, at) => (record !== undefined || at >= newUntil ? { look: see(record) } : undefined),
                deadline: newUntil,
                timedOut: (lastError) => lastError ?? new Error("not found"),
            })
            .then(({ look }) => look);
    }
    if (sighting === undefined || !known || !leavesOut(kind, knowledge, sighting)) return sighting;
    return see(await handle.read({ fresh: true, single: true })) ?? sighting;
}

/** Whether the record leaves out something that was there before. */
const leavesOut = <Args extends CommonArgs, Observed extends object, Record>(
    { silence }: Kind<Args, Observed, Record>,
    { observed, assumed }: State<Observed>["knowledge"],
    { seen }: Look<Observed>,
): boolean =>
    (Object.keys(silence) as (keyof Observed & string)[]).some(
        (key) =>
            seen[key] === undefined &&
            !assumed.has(key) &&
            observed[key] !== undefined &&
            !isDeepStrictEqual(observed[key], silence[key]),
    );
