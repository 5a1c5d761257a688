import type { Story } from "./story";

/** One row of the table: a call and its expected result. */
export interface Row {
    readonly says: string;
    readonly run: (story: Story) => Promise<void>;
    /** It needs something done behind the API's back, or an answer that the contract leaves open. */
    readonly emulatedOnly: boolean;
}

type Call<T> = (story: Story) => Promise<T>;
type Check<T> = (given: T, story: Story) => void;

const make =
    (emulatedOnly: boolean) =>
    <T>(says: string, call: Call<T>, check: Check<T> = () => undefined): Row => ({
        says,
        emulatedOnly,
        run: async (story) => check(await call(story), story),
    });

/** Options for every target. */
export const row = make(false);
/** A row that runs on the emulator only. */
export const emulatedRow = make(true);

/** A call that must fail with this error. */
const failing =
    (create: typeof row) =>
    (says: string, call: Call<unknown>, like: Readonly<Record<string, unknown>>): Row =>
        create(says, (story) =>
            expect(call(story)).rejects.toMatchObject({ name: "ApiError", outcomeUnknown: false, ...like }),
        );

export const refusedRow = failing(row);
export const emulatedRefusedRow = failing(emulatedRow);
