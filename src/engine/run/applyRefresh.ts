import { isDeepStrictEqual } from "node:util";
import type { Resource } from "../model/resource";
import { markSecretOutputs } from "../model/secrecy";
import { settled } from "../plan/difference";
import { isReadable } from "../plan/refreshedBase";
import type { Refreshed, Step } from "../plan/step";
import { existing, providerFor } from "./providerFor";
import type { Session } from "./session";

/** Reads the actual resource, and derives the drift from the diff that an update would have. */
export async function applyRefresh(session: Session, step: Extract<Step, { op: "refresh" }>): Promise<void> {
    const { old } = step;
    step.refreshed = isReadable(old) ? await read(session, old) : { next: old, result: "same" };
    // What was read counts even if the provider then fails to compare it.
    if (isReadable(old) && step.refreshed.next)
        step.refreshed.result = await compare(session, old, step.refreshed.next);
}

async function read(session: Session, old: Resource): Promise<Refreshed> {
    const provider = await providerFor(session, old);
    const found = await provider.read(existing(old), old.inputs, old.outputs ?? {});
    if (!found.id) return { next: undefined, result: "delete" };

    const inputs = found.inputs ?? old.inputs;
    const next: Resource = { ...old, id: found.id, inputs, outputs: found.outputs, initErrors: [] };
    const moved = !isDeepStrictEqual(inputs, old.inputs) || !isDeepStrictEqual(found.outputs, old.outputs);
    if (moved) next.modified = session.now;
    markSecretOutputs(found.outputs, inputs, old.additionalSecretOutputs);
    return { next, result: "same" };
}

async function compare(session: Session, old: Resource, next: Resource): Promise<Refreshed["result"]> {
    const { inputs, outputs = {} } = next;
    if (old.external) return isDeepStrictEqual(outputs, old.outputs) ? "same" : "update";
    const provider = await providerFor(session, old);
    const answer = await provider.diff(existing(next), { inputs, outputs }, old.inputs, {
        unknowns: session.dryRun,
        ignoreChanges: old.ignoreChanges,
    });
    return settled(answer, inputs, old.inputs).changes ? "update" : "same";
}
