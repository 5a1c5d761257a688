import type { Scenario } from "../scenario";
import { changes } from "./changes";
import { commands } from "./commands";
import { creation } from "./creation";
import { deletion } from "./deletion";
import { identity } from "./identity";

export const scenarios: readonly Scenario[] = [...creation, ...changes, ...deletion, ...identity, ...commands];
