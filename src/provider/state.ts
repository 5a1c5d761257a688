import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { settleWindow } from "../lifecycle";
import type { CommonArgs, Desired, ResourceDefinition, KnownState, Spellings } from "../lifecycle";
import { givenIn, hiddenKey, type PropertyMap, type HiddenInputs, type Inputs } from "./inputs";
import { withoutAbsent } from "../config/propertyValues";

/** The version of the hidden bookkeeping. A newer package reads every older one; the tests keep a state of each. */
export const stateVersion = 1;

/** What the provider remembers in the state, beside the outputs. */
interface Bookkeeping extends HiddenInputs {
    readonly v: number;
    /** The arguments that were given, and those whose removal has not been carried out yet. */
    readonly given: readonly string[];
    readonly assumed?: readonly string[];
    /** What is known of the thing, but is no output. */
    readonly kept?: PropertyMap;
    /** What the last program said of the arguments that guard the thing, where that is not what is there. */
    readonly said?: PropertyMap;
    /** Tells this resource from any other that has had the same URN, or that has the same thing. */
    readonly owner?: string;
    /** When the thing was created, in seconds since the epoch. */
    readonly made?: number;
    /** The last operation did not come to its end. A refresh does not change that. */
    readonly unfinished?: boolean;
    /** How the API writes arguments, where that is not how they were asked for. */
    readonly spellings?: Spellings;
}

/** What is told from one operation to the next, beside what is known of the thing. */
export type Hidden = Omit<HiddenInputs, "removed" | "preview"> &
    Pick<Bookkeeping, "said" | "owner" | "made" | "unfinished">;

/** A stored state, taken apart. */
export interface State<Observed> {
    readonly remembered: KnownState<Observed>;
    readonly given: readonly string[];
    readonly hidden: Hidden;
    readonly outputs: PropertyMap;
    /** Whether the provider has stored it; otherwise it is what a program gives for looking something up. */
    readonly stored: boolean;
    readonly projectId: string | undefined;
    readonly profile: string | undefined;
}

export function parseState<Observed>(bag: PropertyMap): State<Observed> {
    const { given = [], assumed = [], kept = {}, ...hidden } = (bag[hiddenKey] ?? {}) as Partial<Bookkeeping>;
    const outputs = Object.fromEntries(Object.entries(bag).filter(([key]) => !key.startsWith("__")));
    return {
        remembered: {
            observed: { ...outputs, ...kept } as Partial<Observed>,
            assumed: new Set(assumed),
            spellings: hidden.spellings ?? {},
        },
        given,
        hidden: {
            urn: hidden.urn,
            timeouts: hidden.timeouts,
            said: hidden.said,
            owner: hidden.owner,
            made: hidden.made,
            unfinished: hidden.unfinished,
        },
        outputs,
        stored: hidden.v !== undefined,
        projectId: typeof bag["projectId"] === "string" ? bag["projectId"] : undefined,
        profile: typeof bag["profile"] === "string" ? bag["profile"] : undefined,
    };
}

interface StateInputs<Args> {
    readonly args: Desired<Args>;
    readonly given: readonly string[];
    readonly hidden: Hidden;
    readonly projectId: string;
}

/** The outputs and the bookkeeping, as they are stored. */
export function stateOf<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    { observed, assumed, spellings }: KnownState<Observed>,
    { args, given, hidden, projectId }: StateInputs<Args>,
): { [key: string]: unknown } {
    const isHidden = (key: string) => (definition.hidden as readonly string[]).includes(key);
    const entries = Object.entries(observed);
    const kept = Object.fromEntries(entries.filter(([key]) => isHidden(key)));
    // A refresh knows the program by what was there before, and by what it noted where that differed.
    const wanted = { ...args, ...(hidden.said as Desired<Args> | undefined) };
    const said = Object.fromEntries(
        (definition.guardedBy ?? [])
            .map((key) => [key, wanted[key]] as const)
            .filter(([key, value]) => value != null && !isDeepStrictEqual(value, (observed as PropertyMap)[key])),
    );
    const bookkeeping: Bookkeeping = {
        v: stateVersion,
        urn: hidden.urn,
        timeouts: hidden.timeouts,
        owner: hidden.owner,
        made: hidden.made,
        given: [...given].sort(),
        ...(hidden.unfinished === true ? { unfinished: true } : {}),
        ...(Object.keys(spellings).length > 0 ? { spellings } : {}),
        ...(assumed.size > 0 ? { assumed: [...assumed].sort() } : {}),
        ...(Object.keys(kept).length > 0 ? { kept } : {}),
        ...(Object.keys(said).length > 0 ? { said } : {}),
    };
    return withoutAbsent({
        ...Object.fromEntries(entries.filter(([key]) => !isHidden(key))),
        ...definition.argumentOutputs(wanted, observed),
        projectId,
        [hiddenKey]: bookkeeping,
    }) as { [key: string]: unknown };
}

/** What `read` reports as inputs: every argument that was given, as it really is now. */
export function inputsFrom(
    outputs: PropertyMap,
    given: readonly string[],
    hidden: HiddenInputs,
): { [key: string]: unknown } {
    const values = given.filter((key) => key in outputs).map((key) => [key, outputs[key]] as const);
    return withoutAbsent({
        ...Object.fromEntries(values),
        [hiddenKey]: { urn: hidden.urn, timeouts: hidden.timeouts },
    }) as {
        [key: string]: unknown;
    };
}

/** What counts as given after a change that did not come to its end: what was, too, so that its removal is not forgotten. */
export const givenAfter = <Args>(inputs: Inputs<Args>, before: readonly string[], finished: boolean): string[] =>
    finished ? givenIn(inputs) : [...new Set([...givenIn(inputs), ...before])];

/** The protections as they are stored. */
export const protectionsIn = <Args extends CommonArgs, Observed extends object, ApiRecord>(
    { protections = [] }: ResourceDefinition<Args, Observed, ApiRecord>,
    outputs: PropertyMap,
): { [key: string]: unknown } =>
    Object.fromEntries(protections.flatMap((key) => (key in outputs ? [[key, outputs[key]] as const] : [])));

/** Tells a resource from any other: random, so that it is never met again. */
export const newOwner = (): string => randomBytes(6).toString("base64url");

/**
 * Until when a 404 is tolerated, in milliseconds since the epoch: one settle window from the creation. A state of another machine
 * may have a creation time in the future; that never means more than one window from now.
 */
export const newUntilOf = ({ hidden: { made } }: State<unknown>, now: number): number =>
    made === undefined ? -Infinity : Math.min(made * 1000, now) + settleWindow;

/** What tells a resource from any other: its token, or the URN that a state of an older version has stored. */
export const identityOf = ({ hidden: { owner, urn } }: State<unknown>): string | undefined => owner ?? urn;
