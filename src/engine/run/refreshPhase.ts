import type { Resource } from "../model/resource";
import { refreshedBase } from "../plan/refreshedBase";
import type { Step } from "../plan/step";
import type { Executor } from "./executor";
import type { Session } from "./session";

type RefreshStep = Extract<Step, { op: "refresh" }>;

/** Reads all resources or the targets, and updates the state. @returns whether all reads succeeded. */
export async function refreshPhase(session: Session, executor: Executor): Promise<boolean> {
    const { snapshot, targets } = session.options;
    const steps: RefreshStep[] = session.olds
        .filter(({ urn }) => targets?.has(urn) ?? true)
        .map((old) => ({ op: "refresh", old }));
    await executor.all(steps);
    const found = new Map<Resource, Resource | undefined>();
    for (const { old, refreshed } of steps) if (refreshed) found.set(old, refreshed.next);
    session.olds = refreshedBase(session.olds, found);
    await snapshot.rebase(session.olds);
    return executor.failed.length === 0 && steps.every(({ refreshed }) => refreshed !== undefined);
}
