import type { Scenario } from "../scenario";
import { changes } from "./changes";
import { commands } from "./commands";
import { creation } from "./creation";
import { deletion } from "./deletion";
import { identity } from "./identity";

export const scenarios: readonly Scenario[] = [...creation, ...changes, ...deletion, ...identity, ...commands];

/** The shortest of those that change something, and the shortest that only reads: played with two faults as well. */
export const inPairs = ["rename by alias", "rename by adopt", "remove what is unprotected", "refresh"] as const;
