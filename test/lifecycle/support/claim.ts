import type { Claim } from "../../../src/lifecycle/creation/findExisting";

const idIn = (record: unknown): string => (record as { readonly id: string }).id;

/** The claim of a new resource with a name that the program gives. @param parent - the first part of its id, if it is a child. */
export const claimOf = (parent?: string): Claim => ({
    owner: "urn",
    onConflict: "error",
    named: true,
    replacing: false,
    predecessor: undefined,
    nameIsOwn: false,
    program: { rivalOf: () => undefined, take: () => undefined, manages: () => false },
    recordId: idIn,
    idOf: (record) => (parent === undefined ? idIn(record) : `${parent}/${idIn(record)}`),
    predecessorExists: () => Promise.resolve(true),
    readOwn: (record) => Promise.resolve(record),
    apiTime: () => 0,
});
