import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { isProvider, type Resource, type Urn } from "../model/resource";
import { keepSecrecy, Secret } from "../model/values";
import type { Step } from "../plan/step";
import { ProviderError } from "../provider/client";
import { unknownText } from "../protocol";
import type { Session } from "./session";
import { providerDiff } from "../plan/difference";

/** A protected resource was to be deleted. The rest of the operation continues. */
export class ProtectedError extends Error {
    constructor(urn: Urn) {
        super(
            `resource "${urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, either remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${urn}'\``,
        );
    }
}

type Of<O extends Step["op"]> = Extract<Step, { op: O }>;

/** Updates the step's resource in place. @throws ProviderError, after a partial result was stored in it; ProtectedError */
export async function apply(session: Session, step: Step): Promise<void> {
    switch (step.op) {
        case "same":
            step.next.id = step.old.id;
            step.next.outputs = step.old.outputs && { ...step.old.outputs };
            markSecrets(step.next);
            return;
        case "create":
        case "create-replacement":
        case "update":
            return write(session, step);
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
 * Creates or updates a resource. A preview and a provider need no call, and a component has no outputs yet. The partial
 * result of a failed call is stored like a complete one.
 */
async function write(session: Session, step: Of<"create" | "create-replacement" | "update">): Promise<void> {
    const { next } = step;
    const former = step.op === "update" ? step.old : undefined;
    next.id = former?.id;
    let failure: ProviderError | undefined;
    if (isProvider(next)) next.id ??= randomUUID();
    if (isProvider(next) || (next.custom && session.dryRun)) {
        next.outputs = { ...next.inputs };
    } else if (next.custom) {
        const provider = await session.provider(next);
        const call = former ? provider.update(next, former) : provider.create(next);
        const { id, outputs } = await call.catch((error: unknown) => {
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
    if (!former || (next.custom && !isProvider(next) && !session.dryRun)) next.modified = session.now;
    if (!former) next.created = next.modified;
    if (step.op === "create-replacement" && step.pendingDelete) step.old.delete = true;
    if (!failure) return;
    // The state keeps the old inputs if an update failed.
    if (former) next.inputs = former.inputs;
    throw failure;
}

async function remove(session: Session, step: Of<"delete" | "delete-replaced">): Promise<void> {
    const { old } = step;
    if (step.op === "delete" && old.protect) throw new ProtectedError(old.urn);
    const goesWithAnother = old.deletedWith !== undefined && session.ledger.deleted.has(old.deletedWith);
    const left = session.dryRun || old.retainOnDelete || goesWithAnother || !old.custom || isProvider(old);
    if (!left) await (await session.provider(old)).delete(old);
    if (step.op === "delete-replaced" && step.replacementPending) old.pendingReplacement = true;
}

async function read(session: Session, step: Of<"read" | "read-replacement">): Promise<void> {
    const { old, next } = step;
    if (next.id !== unknownText) {
        const provider = await session.provider(next);
        // There is no earlier state, so the program's inputs are also passed as the outputs.
        const found = await provider.read({ ...next, outputs: next.inputs });
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
    const provider = await session.provider(old);
    const { id, outputs, inputs = old.inputs } = await provider.read(old);
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
