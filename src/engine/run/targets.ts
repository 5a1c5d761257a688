import { prerequisitesOf, type Resource } from "../model/resource";
import type { Urn } from "../model/urn";
import { nextOf, type Step } from "../plan/step";
import { Stopped } from "./events";
import type { Planning } from "./planning";
import type { Session } from "./session";

/**
 * The steps for an existing resource that is not targeted. Until it is, it also keeps its former URN, if it has another one
 * in the program.
 */
export function keepUntargeted(planning: Planning, old: Resource): Step[] {
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
export function skipCreate({ ledger }: Planning, next: Resource): Step {
    ledger.decided(next.urn, "same");
    ledger.skippedCreates.add(next.urn);
    return { op: "same", old: { ...next }, next, skippedCreate: true };
}

/** @throws Stopped if a step's resource needs one that is not created because it is not targeted. */
export function requireTargetedDependencies({ session, ledger }: Planning, steps: readonly Step[]): void {
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

/** Targets that are neither in the state nor registered. */
function strangers({ options, olds }: Session, registered: (urn: Urn) => boolean): Urn[] {
    const known = new Set(olds.map(({ urn }) => urn));
    return [...(options.targets ?? [])].filter((urn) => !known.has(urn) && !registered(urn));
}

export function targetNotFound(urn: Urn): string {
    const hint = urn.includes("$") ? "" : " Did you forget to escape $ in your shell?";
    return `Target '${urn}' could not be found in the stack.${hint}`;
}

/** Stops the operation if a target is neither in the state nor registered. @returns whether it continues */
export function refuseStrangers(
    session: Session,
    registered: (urn: Urn) => boolean,
    message: (urn: Urn) => string,
): boolean {
    return refuseMissing(session, strangers(session, registered), message);
}

/** What `--replace` names and is not in the state. */
export const unknownReplacements = (session: Session): Urn[] =>
    [...session.options.replace].filter((urn) => session.old(urn) === undefined);

/** Stops the operation if something is missing. @returns whether it continues */
export function refuseMissing(session: Session, missing: readonly Urn[], message: (urn: Urn) => string): boolean {
    for (const urn of missing) session.say("error", message(urn));
    if (missing.length > 0) session.options.halt.stop("invalid");
    return missing.length === 0;
}
