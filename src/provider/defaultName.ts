import { createHash } from "node:crypto";
import type { AnyDefinition, AutoName } from "../lifecycle";
import { nameInUrn, unknownIn, type Inputs } from "./inputs";
import type { Runtime } from "./runtime";

const hashLength = 7;
const radix = 36;

/** Says that a name will be known only in the `up`. */
export const nameUnknown = Symbol("the name is not known yet");

/**
 * What tells the stack of one person from that of another with the same names: its organization. A self-managed backend has none; there it
 * is a digest of the API key, and of the place where the stack's state is.
 */
export function nameScope({ connections, stateBackend }: Runtime, { hidden, args }: Inputs): string {
    if (hidden.organization !== undefined) return hidden.organization;
    return digest(JSON.stringify([connections.apiKey(args.profile), stateBackend])).toString("base64url");
}

/**
 * The name of a resource whose program gives none. With `unique` it is the resource's own name and a hash of the scope, the URN, and
 * the arguments that only a replacement changes: no two stacks get the same, the successor in a replacement gets another than its
 * predecessor, and the same resource gets the same again after an interruption. Undefined where the resource's own name is not known.
 */
export function defaultName(
    { uniqueName }: AnyDefinition,
    inputs: Inputs,
    autoName: AutoName,
    scope = "",
): string | typeof nameUnknown | undefined {
    const { urn } = inputs.hidden;
    const ownName = nameInUrn(urn);
    if (ownName === undefined || uniqueName === undefined || autoName === "plain") return ownName;
    const distinguishing = uniqueName.distinguishing(inputs.args);
    if (unknownIn(inputs).some((key) => key in distinguishing || key === "profile")) return nameUnknown;
    const hash = hashOf(JSON.stringify([scope, urn, Object.values(distinguishing)]));
    return `${ownName.slice(0, uniqueName.maxLength - hashLength - 1)}-${hash}`;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Lower-case letters and digits: an API may normalise others. */
const hashOf = (text: string): string =>
    (digest(text).readBigUInt64BE() % BigInt(radix) ** BigInt(hashLength)).toString(radix).padStart(hashLength, "0");
