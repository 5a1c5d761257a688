import type { ReadGoal } from "../model/resource";
import { readDraft } from "../plan/draft";
import type { Step } from "../plan/step";
import type { Planning } from "./planning";
import { requireDynamic } from "./providerFor";

/** Plans the steps for an external resource. */
export async function planRead(planning: Planning, goal: ReadGoal): Promise<Step[]> {
    const { ledger, registry, defaultProvider } = planning;
    requireDynamic(goal);
    const provider = await defaultProvider.reference();
    const urn = registry.claim(goal);
    const { old } = registry.find({ ...goal, aliases: [] }, urn);
    const next = readDraft(goal, urn, old, provider);
    if (old && !old.external && old.id !== goal.id) {
        // The resource was managed until now: the managed one is deleted at the end.
        ledger.decided(urn, "replace");
        return [
            { op: "read-replacement", old, next },
            { op: "replace", old, next, keys: [] },
        ];
    }
    ledger.decided(urn, "read");
    return [{ op: "read", old, next }];
}
