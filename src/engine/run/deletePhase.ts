import type { Resource } from "../model/resource";
import { type Step, subjectOf } from "../plan/step";
import type { Executor } from "./executor";
import { Stopped } from "./events";
import type { Planning } from "./planning";
import { planDeletes } from "./planDeletes";

/** Deletes what is to go: round by round, so that nothing goes before what depends on it. */
export async function deletePhase(planning: Planning, executor: Executor): Promise<void> {
    const { session } = planning;
    const { halt } = session.options;
    try {
        const { kept, deletions } = await planDeletes(planning);
        for (const step of kept) await executor.now(step);
        const stepOf = new Map<Resource, Step>(deletions.map((step) => [subjectOf(step), step]));
        for (const round of session.graph.deletionRounds(stepOf.keys())) {
            // What a resource that could not go depends on has to stay as well.
            const needed = session.graph.closure(executor.failed.filter((failed) => session.olds.includes(failed)));
            const steps = round.filter((resource) => !needed.has(resource)).flatMap((each) => stepOf.get(each) ?? []);
            if (halt.why) return;
            await executor.all(steps);
        }
    } catch (error) {
        // Why nothing is deleted has been told.
        if (!(error instanceof Stopped)) throw error;
    }
}
