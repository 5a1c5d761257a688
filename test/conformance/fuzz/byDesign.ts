import { cleanState, shortUrn } from "../cleaned";
import { differenceOf } from "./compare";
import type { Outcome } from "./sides";

/** Why the engines differ in what they have done; `undefined` where they must not. The reasons are in docs/testing.md. */
export function explained(real: Outcome, embedded: Outcome, before: Outcome | undefined): string | undefined {
    if (real.told?.errors.some((error) => error.includes("snapshot integrity failure")))
        return "the real engine has written a state that it refuses to read";
    if (differenceOf(real, withoutRelinquished(real, embedded), before) === undefined)
        return "the real engine has forgotten a resource that it has not deleted yet";
    return undefined;
}

/** Without the resources that are to be deleted since `get` has another one in their place. */
function withoutRelinquished(real: Outcome, embedded: Outcome): Outcome {
    const read = new Set(cleanState(real.document).flatMap(({ urn, external }) => (external ? [urn] : [])));
    const { deployment, ...rest } = embedded.document;
    const resources = deployment.resources?.filter((each) => !(each.delete && read.has(shortUrn(each.urn))));
    return { ...embedded, document: { ...rest, deployment: { ...deployment, resources } } };
}
