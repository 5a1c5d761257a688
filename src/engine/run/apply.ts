import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { isProvider, type Resource, UnsupportedError, type Urn } from "../model/resource";
import { keepSecrecy, type Properties, Secret } from "../model/values";
import type { Step } from "../plan/step";
import { type Found, type ProviderCalls, ProviderError } from "../provider/client";
import { unknownText } from "../protocol";
import type { Session } from "./session";
import { type Difference, settled } from "../plan/difference";

/** A protected resource was to be deleted. The rest of the operation continues. */
export class ProtectedError extends Error {
    constructor(urn: Urn) {
        super(
            `resource "${urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, either remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${urn}'\``,
        );
    }
}

type Of<O extends Step["op"]> = Extract<Step, { op: O }>;

/**
 * Executes a step and updates its resource in place.
 * @throws ProviderError, after its partial result was stored in the resource; ProtectedError
 */
export async function apply(session: Session, step: Step): Promise<void> {
    switch (step.op) {
        case "same":
            step.next.id = step.old.id;
            step.next.outputs = step.old.outputs && { ...step.old.outputs };
            markSecrets(step.next);
            return;
        case "create":
        case "create-replacement":
            return create(session, step);
        case "update":
            return update(session, step);
        case "delete":
        case "delete-replaced":
            return remove(session, step);
        case "read":
        case "read-replacement":
            return read(session, step);
        case "refresh":
            return refresh(session, step);
        default:
            return;
    }
}

/** Marks the outputs that the program names, and those whose input of the same name is entirely secret. */
function markSecrets({ inputs, outputs = {}, additionalSecretOutputs }: Resource): void {
    for (const [name, value] of Object.entries(outputs)) {
        const isNamed = additionalSecretOutputs.includes(name) || inputs[name] instanceof Secret;
        if (isNamed && !(value instanceof Secret)) outputs[name] = new Secret(value);
    }
}

/**
 * Creates or updates a resource: a preview and a provider need no call, and a component has no outputs yet.
 * @returns the error of a call that has a partial result, which is stored like a complete one
 */
async function write(
    session: Session,
    next: Resource,
    call: (provider: ProviderCalls) => Promise<Found>,
): Promise<ProviderError | undefined> {
    let failure: ProviderError | undefined;
    if (isProvider(next) || (next.custom && session.dryRun)) {
        next.outputs = { ...next.inputs };
    } else if (next.custom) {
        const { id, outputs } = await call(await providerFor(session, next)).catch((error: unknown) => {
            if (!(error instanceof ProviderError) || !error.partial) throw error;
            failure = error;
            return error.partial;
        });
        // An update keeps the id.
        next.id ??= id;
        keepSecrecy(outputs, next.inputs);
        next.outputs = outputs;
        next.initErrors = failure?.partial?.reasons ?? [];
    }
    markSecrets(next);
    return failure;
}

async function create(session: Session, step: Of<"create" | "create-replacement">): Promise<void> {
    const { next } = step;
    if (isProvider(next)) next.id = randomUUID();
    const failure = await write(session, next, async (provider) => {
        const made = await provider.create(next);
        if (!made.id) throw new Error("the provider's create has returned no id");
        return made;
    });
    next.created = next.modified = session.now;
    if (step.op === "create-replacement" && step.pendingDelete) step.old.delete = true;
    if (failure) throw failure;
}

async function update(session: Session, step: Of<"update">): Promise<void> {
    const { old, next } = step;
    next.id = old.id;
    const failure = await write(session, next, async (provider) => {
        const subject = existing(next);
        return { id: subject.id, outputs: await provider.update(subject, old) };
    });
    if (next.custom && !isProvider(next) && !session.dryRun) next.modified = session.now;
    if (!failure) return;
    // The update failed, so the state keeps the old inputs.
    next.inputs = old.inputs;
    throw failure;
}

async function remove(session: Session, step: Of<"delete" | "delete-replaced">): Promise<void> {
    const { old } = step;
    if (step.op === "delete" && old.protect) throw new ProtectedError(old.urn);
    const goesWithAnother = old.deletedWith !== undefined && session.ledger.deleted.has(old.deletedWith);
    const left = session.dryRun || old.retainOnDelete || goesWithAnother || !old.custom || isProvider(old);
    if (!left) await (await providerFor(session, old)).delete(existing(old));
    if (step.op === "delete-replaced" && step.replacementPending) old.pendingReplacement = true;
}

async function read(session: Session, step: Of<"read" | "read-replacement">): Promise<void> {
    const { old, next } = step;
    if (next.id !== unknownText) {
        const provider = await providerFor(session, next);
        // There is no earlier state, so the program's inputs are also passed as the outputs.
        const found = await provider.read(existing({ ...next, outputs: next.inputs }));
        next.outputs = found.outputs;
        if (found.id) next.id = found.id;
    }
    markSecrets(next);
    if (step.op === "read-replacement") step.old.delete = true;
    next.created = old?.created;
    next.modified = old?.modified;
    if (old && isMoved(old, next)) next.modified = session.now;
}

const isMoved = (old: Resource, { inputs, outputs }: Resource) =>
    !isDeepStrictEqual([inputs, outputs], [old.inputs, old.outputs]);

/** Reads the actual resource, and derives the drift from the diff that an update would have. */
async function refresh(session: Session, step: Of<"refresh">): Promise<void> {
    const { old } = step;
    // There is nothing to read of components, providers and resources that are already deleted.
    if (!old.custom || isProvider(old) || old.pendingReplacement) {
        step.refreshed = { next: old, result: "same" };
        return;
    }
    const provider = await providerFor(session, old);
    const { id, outputs, inputs = old.inputs } = await provider.read(existing(old));
    if (!id) {
        step.refreshed = { next: undefined, result: "delete" };
        return;
    }
    const next: Resource = { ...old, id, inputs, outputs, initErrors: [] };
    if (isMoved(old, next)) next.modified = session.now;
    markSecrets(next);
    // What was read counts even if the provider then fails to compare it.
    step.refreshed = { next, result: "same" };
    const isChanged = old.external
        ? !isDeepStrictEqual(next.outputs, old.outputs)
        : (await providerDiff(session, next, old.inputs)).changes;
    if (isChanged) step.refreshed.result = "update";
}

/** The package of dynamic resources. */
export const dynamicPackage = "pulumi-nodejs";

/** @throws UnsupportedError for a resource that needs a provider plugin. */
export function requireDynamic({ type }: { type: string }): void {
    const [pkg] = type.split(":");
    if (pkg !== dynamicPackage) throw new UnsupportedError(`resources of type '${type}'`);
}

/** The provider that manages `resource`. */
export function providerFor(session: Session, resource: Pick<Resource, "type">): Promise<ProviderCalls> {
    requireDynamic(resource);
    return session.options.provider.client();
}

/** @throws Error if the resource has no id */
export function existing(resource: Resource): Resource & { id: string } {
    const { urn, id } = resource;
    if (!id) throw new Error(`${urn} has no id`);
    return { ...resource, id };
}

/**
 * The provider's diff, or that of the inputs if the provider does not know.
 * @param unknowns whether to send unknown values.
 */
export async function providerDiff(
    session: Session,
    old: Resource,
    news: Properties,
    unknowns = session.dryRun,
): Promise<Difference> {
    const provider = await providerFor(session, old);
    return settled(await provider.diff(existing(old), news, unknowns), old.inputs, news);
}
