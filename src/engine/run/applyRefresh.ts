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
    step.refreshed = isReadable(old) ? await refresh(session, old) : { next: old, result: "same" };
}

async function refresh(session: Session, old: Resource): Promise<Refreshed> {
    const provider = await providerFor(session, old);
    const found = await provider.read(existing(old), old.inputs, old.outputs ?? {});
    if (!found.id) return { next: undefined, result: "delete" };

    const inputs = found.inputs ?? old.inputs;
    const next: Resource = { ...old, id: found.id, inputs, outputs: found.outputs, initErrors: [] };
    const moved = !isDeepStrictEqual(inputs, old.inputs) || !isDeepStrictEqual(found.outputs, old.outputs);
    if (moved) next.modified = session.now;
    markSecretOutputs(found.outputs, inputs, old.additionalSecretOutputs);
    if (old.external) return { next, result: isDeepStrictEqual(found.outputs, old.outputs) ? "same" : "update" };

    const answer = await provider.diff(existing(next), { inputs, outputs: found.outputs }, old.inputs, {
        unknowns: session.dryRun,
        ignoreChanges: old.ignoreChanges,
    });
    const { changes } = settled(answer, inputs, old.inputs);
    return { next, result: changes ? "update" : "same" };
}
