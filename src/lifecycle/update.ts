import { Converger } from "./converge";
import type { CommonArgs, Desired, Kind } from "./kind";
import type { Knowledge } from "./knowledge";
import type { Project } from "./project";
import { Subject } from "./subject";
import type { Task } from "./task";

/** What is remembered of a thing beside what is known of it. */
export interface History {
    /** The operation before this one did not come to its end: what a finished creation shows may be missing. */
    readonly unfinished: boolean;
    /** Just created: until this moment a look that finds nothing is tolerated. */
    readonly newUntil: number;
}

/** Brings an existing thing to what is desired, from whatever is really there. */
export async function update<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    project: Project,
    id: string,
    remembered: Knowledge<Observed>,
    desired: Desired<Args>,
    task: Task,
    { unfinished, newUntil }: History,
): Promise<Subject<Observed>> {
    const subject = new Subject(id, remembered);
    const converger = new Converger(kind, kind.at(project, id), subject, task, project.serialise, newUntil);
    await subject.keeping(async () => {
        await converger.settle();
        if (unfinished) await converger.await("finishing what was interrupted", kind.ready);
        await converger.converge(desired);
    });
    return subject;
}
