import type { Resource } from "../model/resource";
import { type Step, subjectOf } from "../plan/step";
import type { Executor } from "./executor";
import { Stopped } from "./events";
import type { Planning } from "./planning";
import { planDeletes } from "./planDeletes";

/** Executes the planned deletes in rounds, so that dependents are deleted first. */
export async function deletePhase(planning: Planning, executor: Executor): Promise<void> {
    const { session } = planning;
    const { halt } = session.options;
    try {
        const { kept, deletions } = await planDeletes(planning);
        for (const step of kept) await executor.now(step);
        const stepOf = new Map<Resource, Step>(deletions.map((step) => [subjectOf(step), step]));
        for (const round of session.graph.deletionRounds(stepOf.keys())) {
            // Keep everything that a resource depends on whose delete has failed.
            const needed = session.graph.closure(executor.failed.filter((failed) => session.olds.includes(failed)));
            const steps = round.filter((resource) => !needed.has(resource)).flatMap((each) => stepOf.get(each) ?? []);
            if (halt.why) return;
            await executor.all(steps);
        }
    } catch (error) {
        // The reason has already been reported.
        if (!(error instanceof Stopped)) throw error;
    }
}
