import { notWhatIsForeign, notWhatIsProtected, notWhatWasTakenOver, onlyWhatWasNamed } from "./deletions";
import { namesHolders } from "./holders";
import { noNeedlessReplacement } from "./needless";
import { onlyLooks } from "./refresh";
import { mutations, type Rule } from "./scene";
import { namesLeftovers, nothingDead, nothingForgotten, nothingUnknown, tellsOfItself } from "./state";
import { nothingShared, nothingTaken } from "./takeover";

/** A preview asks for no change at all. */
const previewsChangeNothing: Rule = ({ asked, requests }) =>
    asked.do === "preview"
        ? mutations(requests).map(({ method, path }) => ({
              rule: "1",
              what: `a preview asked for a change: ${method} ${path}`,
          }))
        : [];

/** The provider must not fail with an internal error. */
const noCrash: Rule = ({ outcome }) =>
    outcome.diagnostics
        .filter(({ message }) => /\b(TypeError|RangeError|ReferenceError|Unexpected struct type)\b/.test(message))
        .map(({ message }) => ({ rule: "no crash", what: message }));

/** The rules for every operation. */
export const rules: readonly Rule[] = [
    previewsChangeNothing,
    noCrash,
    onlyWhatWasNamed,
    notWhatWasTakenOver,
    notWhatIsForeign,
    notWhatIsProtected,
    namesHolders,
    nothingForgotten,
    nothingUnknown,
    namesLeftovers,
    nothingTaken,
    nothingShared,
    nothingDead,
    noNeedlessReplacement,
    tellsOfItself,
    onlyLooks,
];
