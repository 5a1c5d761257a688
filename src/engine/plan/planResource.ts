import { draft, type Goal, nameOf, prerequisitesOf, type Resource, stackType, type Urn } from "../model/resource";
import { equalProperties, type Properties, Secret, type Value } from "../model/values";
import { ignoreChanges } from "../model/propertyPath";
import { decide, type Difference, noDifference } from "./difference";
import { nextOf, type Step } from "./step";
import { Stopped } from "../run/events";
import type { Planning } from "./planning";
import { planReplacement } from "./deletions";
import { providerDiff, providerFor, requireDynamic } from "../run/apply";
import type { Checked } from "../provider/client";

/** A registration: the resource as it was, if it was there, and as it is to be. */
interface Wanted {
    goal: Goal;
    old: Resource | undefined;
    next: Resource;
    /** The inputs to compare with the old ones. */
    inputs: Properties;
    isTargeted: boolean;
}

/**
 * Plans the steps for a registered resource.
 * @throws Stopped, after the reasons were reported; UnsupportedError; ProviderError of a check or diff
 */
export async function planResource(planning: Planning, goal: Goal): Promise<Step[]> {
    const { session, registry, defaultProvider } = planning;
    const urn = registry.claim(goal);
    const { old, taken } = registry.find(goal, urn);
    if (goal.custom) requireDynamic(goal);
    const provider = goal.custom ? await defaultProvider.reference() : undefined;
    const next = draft(goal, urn, old, provider);
    const isTargeted = goal.type === stackType || session.isTargeted(urn);
    const inputs = await resolveInputs(planning, { goal, old, next, isTargeted });
    if (taken) throw new Stopped("alias taken");
    const steps = await planSteps(planning, { goal, old, next, inputs, isTargeted });
    requireTargetedDependencies(planning, steps);
    return steps;
}

/** Sets the inputs of `next` as the provider accepts them. @returns those to compare with the old ones */
async function resolveInputs(planning: Planning, wanted: Omit<Wanted, "inputs">): Promise<Properties> {
    const { goal, old, next, isTargeted } = wanted;
    // Ignored changes concern only the comparison where no provider has to do with it.
    const inputs = old ? keepIgnored(planning, goal, next, old) : next.inputs;
    if (!goal.custom) return inputs;
    const isReplaced = planning.session.options.replace.has(next.urn);
    const isFresh = !old || old.external || isReplaced || planning.ledger.deleted.has(next.urn);
    if (!isTargeted) next.inputs = old?.inputs ?? {};
    else if (isFresh) next.inputs = await check(planning, next, {}, goal.properties);
    else next.inputs = await check(planning, next, old.inputs, inputs);
    return next.inputs;
}

async function planSteps(planning: Planning, wanted: Wanted): Promise<Step[]> {
    const { ledger } = planning;
    const { old, next, isTargeted } = wanted;
    const { urn } = next;
    if (!old) {
        if (!isTargeted) return [skipCreate(planning, next)];
        ledger.decided(urn, "create");
        return [{ op: "create", next }];
    }
    if (ledger.deleted.has(urn)) return recreate(planning, urn, old, next);
    if (old.external) {
        // The resource was external until now, and becomes managed.
        ledger.decided(urn, "create");
        return [
            { op: "create-replacement", old, next, keys: [], pendingDelete: true },
            { op: "replace", old, next, keys: [] },
        ];
    }
    if (!isTargeted) {
        ledger.decided(urn, "same");
        return keepUntargeted(planning, old);
    }
    return planChange(planning, wanted, old);
}

/** For a resource that was deleted because a dependency is replaced, whether it is targeted or not. */
function recreate({ ledger }: Planning, urn: Urn, old: Resource, next: Resource): Step[] {
    ledger.deleted.delete(urn);
    ledger.decided(urn, "replace");
    const keys = ledger.markedForDelete.get(old) ?? [];
    return [
        { op: "replace", old, next, keys: [] },
        { op: "create-replacement", old, next, keys, pendingDelete: false },
    ];
}

async function planChange(planning: Planning, wanted: Wanted, old: Resource): Promise<Step[]> {
    const { goal, next } = wanted;
    const change = decide(await differ(planning, wanted, old), old, goal);
    if (change.kind === "replace") {
        // The inputs of a replacement are checked without the old ones, so that no default is carried over.
        const isChecked = planning.session.options.replace.has(next.urn);
        const renew = async () => {
            if (goal.custom && !isChecked) next.inputs = await check(planning, next, {}, goal.properties);
        };
        return planReplacement(planning, old, next, change, renew);
    }
    planning.ledger.decided(next.urn, change.kind);
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

async function differ({ session, ledger }: Planning, wanted: Wanted, old: Resource): Promise<Difference> {
    const { next, inputs } = wanted;
    if (session.options.replace.has(next.urn)) return { ...noDifference, changes: true, replaceKeys: ["id"] };
    if (next.deletedWith && ledger.replaced.has(next.deletedWith))
        return { ...noDifference, changes: true, replaceKeys: ["deletedWith"] };
    if (old.custom !== next.custom) return { ...noDifference, changes: true, replaceKeys: ["provider"] };
    if (!next.custom) return { ...noDifference, changes: !equalProperties(old.inputs, inputs) };
    return providerDiff(session, { ...next, id: old.id }, old, inputs);
}

/**
 * The steps for an existing resource that is not targeted. Until it is, it also keeps its former URN, if it has another one
 * in the program.
 */
function keepUntargeted(planning: Planning, old: Resource): Step[] {
    planning.ledger.registered.add(old.urn);
    planning.ledger.decided(old.urn, "same");
    return [...neighbours(planning, old), { op: "same", old, next: { ...old } }];
}

/** Keeps dependencies that the program has not registered, so that they precede the resource in the state. */
function neighbours(planning: Planning, resource: Resource): Step[] {
    const { session, ledger } = planning;
    return [...prerequisitesOf(resource)].flatMap((urn): Step[] => {
        const old = session.old(urn);
        const isDone = ledger.isDecided(urn) || ledger.newUrn(urn) !== undefined;
        return old && !isDone ? keepUntargeted(planning, old) : [];
    });
}

/** The step for a new resource that is not targeted, and so is not created. */
function skipCreate({ ledger }: Planning, next: Resource): Step {
    ledger.decided(next.urn, "same");
    ledger.skippedCreates.add(next.urn);
    return { op: "same", old: { ...next }, next, skippedCreate: true };
}

/** @throws Stopped if a step's resource needs one that is not created because it is not targeted. */
function requireTargetedDependencies({ session, ledger }: Planning, steps: readonly Step[]): void {
    for (const step of steps) {
        const next = nextOf(step);
        if (!next || (step.op === "same" && step.skippedCreate)) continue;
        for (const urn of prerequisitesOf(next)) {
            // Each is reported once.
            if (!ledger.skippedCreates.delete(urn)) continue;
            session.refuse(
                `Resource '${next.urn}' depends on '${urn}' which was was not specified in --target list.`,
                next.urn,
            );
            if (!session.dryRun) throw new Stopped("untargeted dependency");
        }
    }
}

/** A value in a message, in braces like the CLI's. */
function shown(value: Value | undefined): string {
    if (value instanceof Secret) return "[secret]";
    if (value === undefined || value === null) return "{<nil>}";
    return `{${typeof value === "string" ? value : JSON.stringify(value)}}`;
}

function checkFailures({ type, urn, inputs }: Resource, failures: Checked["failures"]): string[] {
    const subject = `${type} resource '${nameOf(urn)}'`;
    return failures.map(({ property, reason }) =>
        property
            ? `${subject}: property ${property} value ${shown(inputs[property])} has a problem: ${reason}`
            : `${subject} has a problem: ${reason}`,
    );
}
