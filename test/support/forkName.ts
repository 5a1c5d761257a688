import { type Expiry, forkNameAround, nameWith } from "../../src/provider/lifecycle";

/** The name of a preview fork; without a hash, as earlier versions have named it. */
export const forkName = (owner: string, branch: string, expiry: Expiry, hash = ""): string =>
    nameWith(forkNameAround(owner, branch, expiry), hash);
