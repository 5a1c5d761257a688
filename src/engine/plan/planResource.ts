import { type Goal, nameOf, prerequisitesOf, requireDynamic, type Resource, stackType } from "../model/resource";
import { equalValues, type Properties, Secret, type Value } from "../model/values";
import { ignoreChanges } from "../model/propertyPath";
import type { Difference } from "../provider/client";
import { decide, noDifference, providerDiff } from "./difference";
import { nextOf, type Step } from "./step";
import { Stopped } from "../run/events";
import type { Session } from "../run/session";
import { claimUrn, findOld } from "./registration";
import { createThenDelete, deleteThenCreate } from "./deletions";

/** @throws Stopped, after the reasons were reported; UnsupportedError; ProviderError of a check or diff */
export async function planResource(
    session: Session,
    goal: Goal,
    registerProvider: () => Promise<string>,
): Promise<Step[]> {
    const { name, resource, aliases } = goal;
    const child = { name, ...resource };
    const urn = claimUrn(session, child);
    const { old, taken } = findOld(session, child, aliases, urn);
    if (resource.custom) requireDynamic(resource.type);
    const provider = resource.custom ? await registerProvider() : undefined;
    const former = old && old.urn !== urn ? [old.urn] : [];
    const { created, modified } = old ?? {};
    const next: Resource = { ...resource, urn, provider, aliases: former, created, modified };
    if (next.external) return planRead(session, old, next);
    const isTargeted = next.type === stackType || session.isTargeted(urn);
    const kept = old ? keepIgnored(session, next, old) : next.inputs;
    const isFresh = old?.external || session.options.replace.has(urn) || session.ledger.deleted.has(urn);
    const olds = old?.inputs ?? {};
    if (next.custom && !isTargeted) next.inputs = olds;
    else if (next.custom && isFresh) next.inputs = await check(session, next, {}, next.inputs);
    else if (next.custom) next.inputs = await check(session, next, olds, kept);
    if (taken) throw new Stopped("alias taken");
    // Where no provider is concerned, ignored changes count only in the comparison.
    const compared = next.custom ? next.inputs : kept;
    const steps = await planSteps(session, goal, old, next, compared, isTargeted);
    requireTargetedDependencies(session, steps);
    return steps;
}

/** Plans the steps for a resource that the program reads but does not own. */
function planRead({ ledger }: Session, old: Resource | undefined, next: Resource): Step[] {
    if (old && !old.external && old.id !== next.id) {
        // The resource was managed until now: the managed one is deleted at the end.
        ledger.decided(next.urn, "replace");
        return [
            { op: "read-replacement", old, next },
            { op: "replace", old, next, keys: [] },
        ];
    }
    ledger.decided(next.urn, "read");
    return [{ op: "read", old, next }];
}

/** @param inputs those to compare with the old ones */
async function planSteps(
    session: Session,
    { resource, deleteBeforeReplace }: Goal,
    old: Resource | undefined,
    next: Resource,
    inputs: Properties,
    isTargeted: boolean,
): Promise<Step[]> {
    const { ledger, options } = session;
    const { urn, replaceOnChanges } = next;
    if (!old && isTargeted) {
        ledger.decided(urn, "create");
        return [{ op: "create", next }];
    }
    if (!old) {
        ledger.decided(urn, "same");
        ledger.skippedCreates.add(urn);
        return [{ op: "same", old: { ...next }, next, skippedCreate: true }];
    }
    // It was deleted because a dependency is replaced, whether it is targeted or not.
    if (ledger.deleted.delete(urn)) {
        ledger.decided(urn, "replace");
        const keys = ledger.markedForDelete.get(old) ?? [];
        return [
            { op: "replace", old, next, keys: [] },
            { op: "create-replacement", old, next, keys, pendingDelete: false },
        ];
    }
    if (old.external) {
        // The resource was external until now, and becomes managed.
        ledger.decided(urn, "create");
        return createThenDelete(old, next, []);
    }
    if (!isTargeted) {
        ledger.decided(urn, "same");
        return keepUntargeted(session, old);
    }
    const change = decide(await differ(session, next, inputs, old), old, { replaceOnChanges, deleteBeforeReplace });
    if (change.kind !== "replace") {
        ledger.decided(urn, change.kind);
        return [{ op: change.kind, old, next }];
    }
    refuseProtected(session, old, next);
    ledger.decided(urn, "replace");
    // The inputs of a replacement are checked without the old ones, so that no default is carried over.
    if (next.custom && !options.replace.has(urn)) next.inputs = await check(session, next, {}, resource.inputs);
    return change.deleteFirst
        ? deleteThenCreate(session, old, next, change.keys)
        : createThenDelete(old, next, change.keys);
}

/** A replacement deletes the resource. A preview reports the error and continues. */
function refuseProtected(session: Session, old: Resource, { urn, protect }: Resource): void {
    if (!protect || !old.protect) return;
    session.refuse(
        `unable to replace resource "${urn}"\nas it is currently marked for protection. To unprotect the resource, remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\``,
        urn,
    );
    if (!session.dryRun) throw new Stopped("protected");
}

function keepIgnored(session: Session, next: Resource, old: Resource): Properties {
    const { inputs, impossible } = ignoreChanges(next.inputs, old.inputs, next.ignoreChanges);
    if (impossible.length > 0)
        session.say(
            "info",
            `cannot ignore changes in added or removed elements of the path: "${impossible.join(", ")}"`,
            next.urn,
        );
    return inputs;
}

async function check(session: Session, next: Resource, olds: Properties, news: Properties): Promise<Properties> {
    const provider = await session.provider(next);
    const { inputs, failures } = await provider.check(next, olds, news, session.dryRun);
    if (failures.length === 0) return inputs;
    sayFailures(session, "error", next, failures);
    throw new Stopped("invalid inputs");
}

/** What the provider finds wrong with the inputs of a resource. */
export function sayFailures(
    session: Session,
    severity: "error" | "warning",
    { type, urn, inputs }: Resource,
    failures: readonly { readonly property: string; readonly reason: string }[],
): void {
    for (const { property, reason } of failures) {
        const what = property && `: property ${property} value ${shown(inputs[property])}`;
        session.say(severity, `${type} resource '${nameOf(urn)}'${what} has a problem: ${reason}`, urn);
    }
}

async function differ(session: Session, next: Resource, inputs: Properties, old: Resource): Promise<Difference> {
    if (session.options.replace.has(next.urn)) return { ...noDifference, changes: true, replaceKeys: ["id"] };
    if (next.deletedWith && session.ledger.replaced.has(next.deletedWith))
        return { ...noDifference, changes: true, replaceKeys: ["deletedWith"] };
    if (old.custom !== next.custom) return { ...noDifference, changes: true, replaceKeys: ["provider"] };
    if (!next.custom) return { ...noDifference, changes: !equalValues(old.inputs, inputs) };
    return providerDiff(session, { ...next, id: old.id, inputs: old.inputs, outputs: old.outputs }, inputs);
}

/**
 * The steps for an existing resource that is not targeted. Until it is, it also keeps its former URN, if it has another one
 * in the program.
 */
function keepUntargeted(session: Session, old: Resource): Step[] {
    const { ledger } = session;
    ledger.registered.add(old.urn);
    ledger.decided(old.urn, "same");
    // Dependencies that the program has not registered are kept as well, so that they precede the resource in the state.
    const dependencies = [...prerequisitesOf(old)].flatMap((urn) => {
        const dependency = session.before.current(urn);
        const isDone = ledger.isDecided(urn) || ledger.newUrns.has(urn);
        return dependency && !isDone ? keepUntargeted(session, dependency) : [];
    });
    return [...dependencies, { op: "same", old, next: { ...old } }];
}

/** @throws Stopped if a step's resource needs one that is not created because it is not targeted. */
function requireTargetedDependencies(session: Session, steps: readonly Step[]): void {
    for (const step of steps) {
        const next = nextOf(step);
        if (!next || (step.op === "same" && step.skippedCreate)) continue;
        for (const urn of prerequisitesOf(next)) {
            // Each is reported once.
            if (!session.ledger.skippedCreates.delete(urn)) continue;
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
