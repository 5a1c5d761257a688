import type { CallResult } from "./definition";
import type { Calls, CallStep, WaitStep, NoArgs } from "./step";

/** The calls that change a resource in place: each takes the arguments of its steps. */
export type CallTable<C extends Calls, Observed, ApiRecord> = {
    readonly [Name in keyof C & string]: (args: C[Name]) => Promise<CallResult<Observed, ApiRecord>>;
};

/** The arguments of the calls in a table, by name: the type of the steps that may be planned. */
export type CallsIn<Table> = {
    readonly [Name in keyof Table]: Table[Name] extends (args: infer Args extends object) => unknown
        ? unknown extends Args
            ? NoArgs
            : Args
        : never;
};

/** Makes the call that a step names; a step without one only waits. */
export async function makeCall<C extends Calls, Name extends keyof C & string, Observed, ApiRecord>(
    table: CallTable<C, Observed, ApiRecord>,
    step: WaitStep<Observed> | CallStep<Observed, C, Name>,
): Promise<CallResult<Observed, ApiRecord>> {
    return isWait(step) ? {} : table[step.call](step.args);
}

const isWait = <Observed>(step: { readonly call: string | undefined }): step is WaitStep<Observed> =>
    step.call === undefined;

/** The result of a call whose answer shows no record. */
export async function withoutRecord(answer: Promise<unknown>): Promise<CallResult<never, never>> {
    await answer;
    return {};
}
