import { Converger } from "./converge";
import type { CommonArgs, Desired, Kind } from "./kind";
import type { Knowledge } from "./knowledge";
import type { Project } from "./project";
import { Subject } from "./subject";
import type { Task } from "./task";

/** Brings an existing thing to what is desired, from whatever is really there. */
export async function update<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    project: Project,
    id: string,
    remembered: Knowledge<Observed>,
    desired: Desired<Args>,
    task: Task,
): Promise<Subject<Observed>> {
    const subject = new Subject(id, remembered);
    const converger = new Converger(kind, kind.at(project, id), subject, task, project.serialise);
    await subject.keeping(async () => {
        await converger.settle();
        await converger.converge(desired);
    });
    return subject;
}
