import type { Claim } from "../../../src/lifecycle/creation/findExisting";

/** The claim of a new resource with a name that the program gives. @param parent - the first part of its id, if it is a child. */
export const claimOf = (parent?: string): Claim<{ readonly id: string }> => ({
    owner: "urn",
    onConflict: "error",
    named: true,
    replacing: false,
    predecessor: undefined,
    nameIsOwn: false,
    recordId: ({ id }) => id,
    idOf: ({ id }) => (parent === undefined ? id : `${parent}/${id}`),
});
