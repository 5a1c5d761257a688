import { assertAdoptable } from "./adoption";
import { beget, type Born } from "./birth";
import { Converger } from "./converge";
import { UserError } from "./failure";
import type { CommonArgs, Desired, Kind, There } from "./kind";
import { know, learn, nothingKnown, spelt, type Knowledge } from "./knowledge";
import type { Project } from "./project";
import { spellingsOf } from "./replacement";
import { settleWindow } from "./schedule";
import { Subject } from "./subject";
import type { Task } from "./task";

export interface Creation<Args> {
    readonly args: Args;
    /** The name for a thing that is given none: the resource's own. */
    readonly fallbackName: string;
    /** Who creates, for messages: the resource's URN. */
    readonly owner: string;
    /** The resource is in the state already: this creation replaces what it has. */
    readonly replacing: boolean;
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
        replacing: creation.replacing,
        idOf,
    });
    const id = idOf(born.record);
    if (born.adopted) return takeOver(kind, project, id, { ...desired, name }, task, born.record);
    const asked: There = { ...desired, name };
    const first = know(
        firstSight(kind, id, born.record, asked, () => true),
        birth.learned(born.record),
    );
    const subject = new Subject(id, first);
    const newUntil = task.clock.now() + settleWindow;
    const converger = new Converger(kind, kind.at(project, id), subject, task, project.serialise, newUntil);
    await subject.keeping(async () => {
        await converger.await(birth.doing, birth.effect, born.record);
        await converger.converge(desired);
        await assertAlone(born, birth.label, id, task);
    });
    return subject;
}

/** An attempt before the one that succeeded may have made another one, which a list may show only now. */
async function assertAlone<Record>({ leftovers }: Born<Record>, label: string, id: string, task: Task): Promise<void> {
    if (leftovers === undefined) return;
    // A list that lags shows them by the end of the settle window, which most creations take anyway.
    const wait = Math.min(leftovers.since + settleWindow, task.deadline) - task.clock.now();
    if (wait > 0) {
        task.report("making sure that no earlier attempt has made another", undefined);
        await task.clock.sleep(wait);
    }
    const others = await leftovers.find();
    if (others.length === 0) return;
    throw new UserError(
        `${label} exists as ${id}, and so does ${others.join(", ")}: an attempt at its creation that was answered with an error may have made that as well. ` +
            "Delete what is not needed. The next `pulumi up` goes on with the first.",
    );
}

/**
 * What a first look tells, together with the id. What the record shows of an argument that only a replacement could change is
 * the API's spelling of it: always where we have just made the thing, and where `isSpelling` says so of a thing taken over.
 */
function firstSight<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    id: string,
    record: Record,
    asked: There,
    isSpelling?: () => boolean,
): Knowledge<Observed> {
    const sighting = kind.see(record, {});
    const known = spelt(nothingKnown<Observed>(), spellingsOf(kind, asked, sighting.seen as There, isSpelling));
    return know(learn(kind, known, sighting), kind.toldById?.(id) ?? {});
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
    const knowledge = firstSight(kind, id, record, desired as There);
    assertAdoptable(kind, id, desired, knowledge.observed, project.id);
    const subject = new Subject(id, knowledge);
    await subject.keeping(async () => {
        const converger = new Converger(kind, handle, subject, task, project.serialise);
        await converger.await("adopting", {}, record);
        await converger.converge(desired);
    });
    return subject;
}
