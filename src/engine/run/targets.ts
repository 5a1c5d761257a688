import { dependenciesOf, type Resource } from "../model/resource";
import type { Urn } from "../model/urn";
import type { Step } from "../plan/step";
import { Stopped } from "./events";
import type { Planning } from "./planning";
import type { Session } from "./session";

/** The steps for a resource that is not targeted: an existing one is kept, a new one is not created. */
export function untargeted({ session, ledger }: Planning, old: Resource | undefined, next: Resource): Step[] {
    ledger.decided(next.urn, "same");
    if (!old) {
        ledger.skippedCreates.add(next.urn);
        return [{ op: "same", old: { ...next }, next, skippedCreate: true }];
    }
    const carried = { ...old, urn: next.urn, aliases: next.aliases };
    return [...neighbours({ session, ledger }, old), { op: "same", old, next: carried }];
}

/** Keeps dependencies that the program has not registered, so that they precede the resource in the state. */
function neighbours({ session, ledger }: Pick<Planning, "session" | "ledger">, resource: Resource): Step[] {
    const urns = [...dependenciesOf(resource), ...(resource.parent ? [resource.parent] : [])];
    return urns.flatMap((urn): Step[] => {
        const old = session.old(urn);
        if (!old || ledger.isDecided(urn) || ledger.newUrn(urn) !== undefined) return [];
        ledger.registered.add(urn);
        ledger.decided(urn, "same");
        return [...neighbours({ session, ledger }, old), { op: "same", old, next: { ...old } }];
    });
}

/** @throws Stopped if the resource depends on one that is not created because it is not targeted. */
export function requireTargetedDependencies({ session, ledger }: Planning, resource: Resource): void {
    const missing = [...dependenciesOf(resource)].filter((urn) => ledger.skippedCreates.has(urn));
    for (const urn of missing)
        session.refuse(
            `Resource '${resource.urn}' depends on '${urn}' which was was not specified in --target list.`,
            resource.urn,
        );
    if (missing.length > 0 && !session.dryRun) throw new Stopped("untargeted dependency");
}

/** Targets that are neither in the state nor registered. */
function strangers({ options, olds }: Session, registered: (urn: Urn) => boolean): Urn[] {
    const known = new Set(olds.map(({ urn }) => urn));
    return [...(options.targets ?? [])].filter((urn) => !known.has(urn) && !registered(urn));
}

/** Without a program: stops the operation if a target is not in the state. @returns whether it continues */
export function knowsTargets(session: Session): boolean {
    const missing = strangers(session, () => false);
    for (const urn of missing) session.say("error", `no resource named '${urn}' found`);
    if (missing.length > 0) session.options.halt.stop("invalid");
    return missing.length === 0;
}

/** After the program: fails the operation if a target was never registered. */
export function missTargets(session: Session, registered: (urn: Urn) => boolean): void {
    const missing = strangers(session, registered);
    for (const urn of missing) {
        const hint = urn.includes("$") ? "" : " Did you forget to escape $ in your shell?";
        session.say("error", `Target '${urn}' could not be found in the stack.${hint}`);
    }
    if (missing.length > 0) session.options.halt.stop("invalid");
}
