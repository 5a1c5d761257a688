import { noNeedlessReplacement, onlyLooks, previewsChangeNothing } from "./changes";
import {
    namesHolders,
    notWhatIsForeign,
    notWhatIsProtected,
    notWhatIsProdThere,
    notWhatWasTakenOver,
    onlyWhatWasNamed,
} from "./deletions";
import { type Rule, violation } from "./scene";
import { keepsPassword, namesLeftovers, nothingDead, nothingForgotten, nothingUnknown, tellsOfItself } from "./state";
import { nothingShared, nothingTaken } from "./takeover";

/** The provider must not fail with an internal error. */
const noCrash: Rule = ({ outcome }) =>
    outcome.diagnostics
        .filter(({ message }) => /\b(TypeError|RangeError|ReferenceError|Unexpected struct type)\b/.test(message))
        .map(({ message }) => violation("no crash", message));

/** The rules for every operation. */
export const rules: readonly Rule[] = [
    previewsChangeNothing,
    noCrash,
    onlyWhatWasNamed,
    notWhatWasTakenOver,
    notWhatIsForeign,
    notWhatIsProtected,
    notWhatIsProdThere,
    namesHolders,
    nothingForgotten,
    nothingUnknown,
    namesLeftovers,
    nothingTaken,
    nothingShared,
    nothingDead,
    noNeedlessReplacement,
    tellsOfItself,
    keepsPassword,
    onlyLooks,
];
