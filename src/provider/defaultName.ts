import { createHash } from "node:crypto";
import type { AnyDefinition, AutoName } from "../lifecycle";
import { nameInUrn, unknownIn, type Inputs } from "./inputs";

const hashLength = 7;
const radix = 36;

/** Says that a name will be known only in the `up`. */
export const nameUnknown = Symbol("the name is not known yet");

/**
 * The name of a resource whose program gives none. With `unique` it is the resource's own name and a hash of the stack, the URN, and
 * the arguments that only a replacement changes: no two stacks get the same, the successor in a replacement gets another than its
 * predecessor, and the same resource always gets the same, so that what an interrupted `up` has created can be recognised.
 * Undefined where the resource's own name is not known.
 */
export function defaultName(
    definition: AnyDefinition,
    inputs: Inputs,
    autoName: AutoName,
): string | typeof nameUnknown | undefined {
    const { urn, organization = "" } = inputs.hidden;
    const ownName = nameInUrn(urn);
    const { uniqueName } = definition;
    if (ownName === undefined || uniqueName === undefined || autoName === "plain") return ownName;
    const distinguishing = uniqueName.distinguishing(inputs.args);
    if (unknownIn(inputs).some((key) => key in distinguishing)) return nameUnknown;
    const hash = hashOf(JSON.stringify([organization, urn, Object.values(distinguishing)]));
    return `${ownName.slice(0, uniqueName.maxLength - hashLength - 1)}-${hash}`;
}

/** Lower-case letters and digits: an API may normalise others. */
function hashOf(text: string): string {
    const digest = createHash("sha256").update(text).digest().readBigUInt64BE();
    return (digest % BigInt(radix) ** BigInt(hashLength)).toString(radix).padStart(hashLength, "0");
}
