// The defects that an examination found, to be put back one at a time: the histories have to find each of them.
import { gone } from "./gone";
import type { Mutant } from "./mutant";
import { others } from "./others";
import { takeovers } from "./takeovers";

export const mutants: readonly Mutant[] = [...takeovers, ...gone, ...others];
