import { assertAdoptable } from "./adoption";
import { beget, type Born } from "./birth";
import { Converger } from "./converge";
import { UserError } from "./failure";
import type { CommonArgs, Desired, Kind } from "./kind";
import { know, learn, nothingKnown, type Knowledge } from "./knowledge";
import type { Project } from "./project";
import { Subject } from "./subject";
import type { Task } from "./task";

export interface Creation<Args> {
    readonly args: Args;
    /** The name for a thing that is given none: the resource's own. */
    readonly fallbackName: string;
    /** Who creates, for messages: the resource's URN. */
    readonly owner: string;
}

/** Makes, forks or takes over a thing, and brings it to what is desired. From the API's answer on, every error carries the id. */
export async function create<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    project: Project,
    creation: Creation<Args>,
    task: Task,
): Promise<Subject<Observed>> {
    const { args } = creation;
    const desired: Desired<Args> = args;
    if (typeof desired.adopt === "string") return takeOver(kind, project, desired.adopt, desired, task);
    const name = kind.nameOf(desired, creation.fallbackName) ?? creation.fallbackName;
    const birth = kind.birth(project, args, name);
    task.report(birth.doing, undefined);
    const idOf = (record: Record) => kind.idOf(record, args);
    const born = await beget(birth, task, {
        owner: creation.owner,
        onConflict: desired.onNameConflict ?? "error",
        named: "name" in kind.rules,
        idOf,
    });
    const id = idOf(born.record);
    if (born.adopted) return takeOver(kind, project, id, desired, task, born.record);
    const subject = newborn(kind, id, born, birth.learned(born.record));
    const converger = new Converger(kind, kind.at(project, id), subject, task, project.serialise);
    await subject.keeping(async () => {
        await converger.await(birth.doing, birth.effect, born.record, true);
        await converger.converge(desired);
    });
    return subject;
}

function newborn<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    id: string,
    born: Born<Record>,
    learned: Partial<Observed>,
): Subject<Observed> {
    return new Subject(id, know(firstSight(kind, id, born.record), learned));
}

/** What a first look tells, together with the id. */
function firstSight<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    id: string,
    record: Record,
): Knowledge<Observed> {
    return know(learn(kind, nothingKnown(), kind.see(record, {})), kind.toldById?.(id) ?? {});
}

async function takeOver<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    project: Project,
    id: string,
    desired: Desired<Args>,
    task: Task,
    found?: Record,
): Promise<Subject<Observed>> {
    const handle = kind.at(project, id);
    const record = found ?? (await handle.read({ fresh: true }));
    if (record === undefined) throw new UserError(`There is no ${kind.noun} ${id} in project ${project.id} to adopt.`);
    const knowledge = firstSight(kind, id, record);
    assertAdoptable(kind, id, desired, knowledge.observed, project.id);
    const subject = new Subject(id, knowledge);
    await subject.keeping(async () => {
        const converger = new Converger(kind, handle, subject, task, project.serialise);
        await converger.await("adopting", {}, record);
        await converger.converge(desired);
    });
    return subject;
}
