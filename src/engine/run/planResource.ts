import { isDeepStrictEqual } from "node:util";
import type { Goal, Resource } from "../model/resource";
import { ignoreChanges } from "../model/propertyPath";
import { stackType } from "../model/urn";
import type { Properties } from "../model/values";
import { decide, type Difference, noDifference, settled } from "../plan/difference";
import { draft } from "../plan/draft";
import type { Step } from "../plan/step";
import { checkFailures } from "./checkFailures";
import { Stopped } from "./events";
import type { Planning } from "./planning";
import { planReplacement } from "./planReplacement";
import { existing, providerFor, requireDynamic } from "./providerFor";
import { requireTargetedDependencies, untargeted } from "./targets";

/**
 * Plans the steps for a registered resource.
 * @throws Stopped, after the reasons were reported; UnsupportedError; ProviderError of a check or diff
 */
export async function planResource(planning: Planning, goal: Goal): Promise<Step[]> {
    const { session, ledger, registry, defaultProvider } = planning;
    const urn = registry.claim(goal);
    const { old, taken } = registry.find(goal, urn);
    ledger.goals.set(urn, goal);
    if (goal.custom) requireDynamic(goal);
    const provider = goal.custom ? await defaultProvider.reference() : undefined;
    const next = draft(goal, urn, old, provider);
    if (goal.type !== stackType && !session.isTargeted(urn)) return untargeted(planning, old, next);

    const recreated = ledger.deleted.has(urn);
    const fresh = !old || recreated || old.external;
    next.inputs = fresh ? next.inputs : keepIgnored(planning, goal, next, old);
    if (goal.custom) next.inputs = await check(planning, next, fresh ? {} : old.inputs, next.inputs);
    if (taken) throw new Stopped("alias taken");
    requireTargetedDependencies(planning, next);
    if (!old) {
        ledger.decided(urn, "create");
        return [{ op: "create", next }];
    }
    if (recreated) {
        // It was deleted because a dependency is replaced, so it must be created again.
        ledger.deleted.delete(urn);
        ledger.decided(urn, "replace");
        const keys = ledger.condemnedFor.get(urn) ?? [];
        return [
            { op: "replace", old, next, keys: [] },
            { op: "create-replacement", old, next, keys, pendingDelete: false },
        ];
    }
    if (old.external) {
        // The resource was external until now, and becomes managed.
        ledger.decided(urn, "create");
        return [
            { op: "create-replacement", old, next, keys: [], pendingDelete: true },
            { op: "replace", old, next, keys: [] },
        ];
    }
    const change = decide(await differ(planning, old, next), old, goal);
    if (change.kind === "replace") {
        // The inputs of a replacement are checked without the old ones, so that no default is carried over.
        const renew = async () => {
            if (goal.custom) next.inputs = await check(planning, next, {}, goal.properties);
        };
        return planReplacement(planning, old, next, change, renew);
    }
    ledger.decided(urn, change.kind);
    if (change.kind === "same") return [{ op: "same", old, next }];
    return [{ op: "update", old, next, ignoreChanges: goal.ignoreChanges }];
}

function keepIgnored({ session }: Planning, goal: Goal, next: Resource, old: Resource): Properties {
    const { inputs, impossible } = ignoreChanges(next.inputs, old.inputs, goal.ignoreChanges);
    if (impossible.length > 0)
        session.say(
            "info",
            `cannot ignore changes in added or removed elements of the path: "${impossible.join(", ")}"`,
            next.urn,
        );
    return inputs;
}

/** @throws Stopped if the provider rejects the inputs. */
async function check({ session }: Planning, next: Resource, olds: Properties, news: Properties): Promise<Properties> {
    const provider = await providerFor(session, next);
    const { inputs, failures } = await provider.check(next, olds, news, session.dryRun);
    if (failures.length === 0) return inputs;
    for (const message of checkFailures(next, failures)) session.say("error", message, next.urn);
    throw new Stopped("invalid inputs");
}

async function differ({ session, ledger }: Planning, old: Resource, next: Resource): Promise<Difference> {
    if (session.options.replace?.has(next.urn)) return { ...noDifference, changes: true, replaceKeys: ["id"] };
    if (next.deletedWith && ledger.replaced.has(next.deletedWith))
        return { ...noDifference, changes: true, replaceKeys: ["deletedWith"] };
    if (old.custom !== next.custom) return { ...noDifference, changes: true, replaceKeys: ["provider"] };
    if (!next.custom) return { ...noDifference, changes: !isDeepStrictEqual(old.inputs, next.inputs) };
    const provider = await providerFor(session, next);
    const subject = existing({ ...next, id: old.id });
    const before = { inputs: old.inputs, outputs: old.outputs ?? {} };
    const answer = await provider.diff(subject, before, next.inputs, {
        unknowns: session.dryRun,
        ignoreChanges: next.ignoreChanges,
    });
    return settled(answer, old.inputs, next.inputs);
}
