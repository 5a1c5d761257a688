import { isDeepStrictEqual } from "node:util";
import type { CommonArgs, Desired, Kind, Knowledge } from "../lifecycle";
import { givenIn, hiddenKey, type Bag, type HiddenInputs, type Inputs } from "./inputs";
import { stripped } from "./unknown";

/** The version of the hidden bookkeeping. A newer package reads every older one; the tests keep a state of each. */
export const stateVersion = 1;

/** What the provider remembers in the state, beside the outputs. */
interface Bookkeeping extends HiddenInputs {
    readonly v: number;
    /** The arguments that were given, and those whose removal has not been carried out yet. */
    readonly given: readonly string[];
    readonly assumed?: readonly string[];
    /** What is known of the thing, but is no output. */
    readonly kept?: Bag;
    /** What the last program said of the arguments that guard the thing, where that is not what is there. */
    readonly said?: Bag;
}

type Hidden = HiddenInputs & Pick<Bookkeeping, "said">;

/** A stored state, taken apart. */
export interface State<Observed> {
    readonly knowledge: Knowledge<Observed>;
    readonly given: readonly string[];
    readonly hidden: Hidden;
    readonly outputs: Bag;
    /** Whether the provider has stored it; otherwise it is what a program gives for looking something up. */
    readonly known: boolean;
    readonly projectId: string | undefined;
    readonly profile: string | undefined;
}

export function parseState<Observed>(bag: Bag): State<Observed> {
    const { given = [], assumed = [], kept = {}, ...hidden } = (bag[hiddenKey] ?? {}) as Partial<Bookkeeping>;
    const outputs = Object.fromEntries(Object.entries(bag).filter(([key]) => !key.startsWith("__")));
    return {
        knowledge: { observed: { ...outputs, ...kept } as Partial<Observed>, assumed: new Set(assumed) },
        given,
        hidden: { urn: hidden.urn, timeouts: hidden.timeouts, said: hidden.said },
        outputs,
        known: hidden.v !== undefined,
        projectId: typeof bag["projectId"] === "string" ? bag["projectId"] : undefined,
        profile: typeof bag["profile"] === "string" ? bag["profile"] : undefined,
    };
}

interface Remembered<Args> {
    readonly args: Desired<Args>;
    readonly given: readonly string[];
    readonly hidden: Hidden;
    readonly projectId: string;
}

/** The outputs and the bookkeeping, as they are stored. */
export function stateOf<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    { observed, assumed }: Knowledge<Observed>,
    { args, given, hidden, projectId }: Remembered<Args>,
): { [key: string]: unknown } {
    const isHidden = (key: string) => (kind.hidden as readonly string[]).includes(key);
    const entries = Object.entries(observed);
    const kept = Object.fromEntries(entries.filter(([key]) => isHidden(key)));
    // A refresh knows the program by what was there before, and by what it noted where that differed.
    const wanted = { ...args, ...(hidden.said as Desired<Args> | undefined) };
    const said = Object.fromEntries(
        (kind.guardedBy ?? [])
            .map((key) => [key, wanted[key]] as const)
            .filter(([key, value]) => value != null && !isDeepStrictEqual(value, (observed as Bag)[key])),
    );
    const bookkeeping: Bookkeeping = {
        v: stateVersion,
        urn: hidden.urn,
        timeouts: hidden.timeouts,
        given: [...given].sort(),
        ...(assumed.size > 0 ? { assumed: [...assumed].sort() } : {}),
        ...(Object.keys(kept).length > 0 ? { kept } : {}),
        ...(Object.keys(said).length > 0 ? { said } : {}),
    };
    return stripped({
        ...Object.fromEntries(entries.filter(([key]) => !isHidden(key))),
        ...kind.keeps(wanted, observed),
        projectId,
        [hiddenKey]: bookkeeping,
    }) as { [key: string]: unknown };
}

/** What `read` reports as inputs: every argument that was given, as it really is now. */
export function inputsFrom(outputs: Bag, given: readonly string[], hidden: HiddenInputs): { [key: string]: unknown } {
    const values = given.filter((key) => key in outputs).map((key) => [key, outputs[key]] as const);
    return stripped({ ...Object.fromEntries(values), [hiddenKey]: { urn: hidden.urn, timeouts: hidden.timeouts } }) as {
        [key: string]: unknown;
    };
}

/** What counts as given after a change that did not come to its end: what was, too, so that its removal is not forgotten. */
export const givenAfter = <Args>(inputs: Inputs<Args>, before: readonly string[], finished: boolean): string[] =>
    finished ? givenIn(inputs) : [...new Set([...givenIn(inputs), ...before])];
