// Rules 1, 5 and 7: what changes nothing.
import type { ServiceRow, VpcRow } from "../../../src/emulator";
import { heldAt, type Outcome } from "../engine/operate";
import { type ServiceArgs, type ServiceSlot, type Slot, specOf, type VpcArgs } from "../model/program";
import { regionOf } from "../model/sound";
import { regionIn, typeWith } from "./fulfilled";
import { type Rule, type Scene, slotAt, type Violation, violation, wordsOf } from "./scene";
import { thingId } from "./world";

const asksForChange = ({ requests }: Scene, rule: string, who: string): Violation[] =>
    requests
        .filter(({ method }) => method !== "GET")
        .map(({ method, path }) => violation(rule, `${who} asked for a change: ${method} ${path}`));

/** Rule 1. */
export const previewsChangeNothing: Rule = (scene) =>
    scene.asked.do === "preview" ? asksForChange(scene, "1", "a preview") : [];

/** Rule 5. */
export const onlyLooks: Rule = (scene) => {
    const { asked, outcome, faulty, ghosts, before, after } = scene;
    if (asked.do !== "refresh") return [];
    const violations = asksForChange(scene, "5", "a refresh");
    // A list that shows what its GET denies proves nothing: whether what such a parent contains exists cannot be told.
    const isContradicted = ghosts && /\/(replicaSets|peerings) was refused: 404/.test(wordsOf(outcome));
    // Where all is gone at once, as in an outage, the user says that it is: two or more, none of which is there.
    const gone = before.state.filter(({ id }) => after.things.get(thingId(id))?.alive !== true);
    const isAsked = gone.length > 1 && /CLOUDDB_CONFIRM_GONE/.test(wordsOf(outcome));
    if (!outcome.ok && !faulty && !isContradicted && !isAsked)
        violations.push(
            violation("5", `a refresh failed, and nothing was wrong with its requests: ${wordsOf(outcome)}`),
        );
    for (const { urn, markedForDelete, outputs } of after.state) {
        const held = before.state.find((each) => each.urn === urn && each.markedForDelete === markedForDelete);
        const [was, is] = [held?.outputs["deletionProtection"], outputs["deletionProtection"]];
        if (was === is) continue;
        const how = `${JSON.stringify(was)} to ${JSON.stringify(is)}`;
        violations.push(violation("5", `a refresh moved the protection of ${urn}: ${how}`));
    }
    return violations;
};

/**
 * Rule 7: after a successful `up`, the same program changes nothing.
 * @param again the preview of the same program, right after an `up` that went well
 */
export function unchanged(again: Outcome): Violation[] {
    if (!again.ok)
        return [violation("7", `after a good \`up\`, the preview of the same program fails: ${wordsOf(again)}`)];
    return again.steps
        .filter(({ op }) => op !== "same" && op !== "refresh")
        .map(({ op, urn }) => {
            const why = again.rows.filter((row) => row.urn === urn).map(({ message }) => message);
            return violation("7", `after a good \`up\`, the same program would ${op} ${urn} (${why.join("; ")})`);
        });
}

/** @param second an `up` with a refresh, right after another one: it finds what that one has left */
export const drifted = ({ steps }: Outcome): Violation[] =>
    steps
        .filter(({ op, result }) => op === "refresh" && result !== "same")
        .map(({ urn, result }) =>
            violation("7", `nothing has changed since a good \`up\`, and a refresh finds ${result} of ${urn}`),
        );

/**
 * Rule 7: a spelling is no reason to replace. What a preview replaces, though nobody asked for it, and everything that only a
 * replacement changes is as declared.
 */
export const noNeedlessReplacement: Rule = (scene) => {
    const { asked, program, before, outcome } = scene;
    if (asked.do !== "preview") return [];
    return outcome.steps.flatMap(({ op, urn, oldId = "" }) => {
        const slot = slotAt(scene, urn);
        const row = before.things.get(thingId(oldId))?.row;
        const held = heldAt(before.state, urn);
        if (op !== "replace" || slot === undefined || row === undefined || held === undefined) return [];
        const { args, options } = specOf(program, slot)!;
        // The engine deletes with what the state names, before it registers what the program says now.
        const isAsked =
            scene.forced.has(urn) || held.pendingReplacement || (options.deletedWith ?? held.deletedWith) !== undefined;
        const isMoved = held.inputs["profile"] !== options.profile || options.adopt !== undefined;
        if (isAsked || isMoved || !isAsDeclared(scene, slot, args, row)) return [];
        return [violation("7", `${urn} would be replaced, and is what is declared`)];
    });
};

function isAsDeclared({ program, urns, before, selected }: Scene, slot: Slot, args: object, row: object): boolean {
    if (slot.startsWith("v")) {
        const [wanted, is] = [args as VpcArgs, row as VpcRow];
        return wanted.cidr === is.cidr && wanted.regionCode === is.region_code;
    }
    if (!slot.startsWith("s")) return false;
    const [{ name, addons, regionCode, forkFrom }, is] = [args as ServiceArgs, row as ServiceRow];
    // What is left out keeps the region that the state has.
    const from = typeof regionCode === "object" ? urns.get(regionCode.of) : undefined;
    if (from !== undefined && selected?.has(from) === false) return false;
    const isIn = (of: Slot) => regionIn(before.things, heldAt(before.state, urns.get(of))?.id);
    const region = forkFrom || regionCode === undefined ? undefined : regionOf(program, slot as ServiceSlot, isIn);
    return (
        (name === undefined || name === is.name) &&
        (region === undefined || region === is.region_code) &&
        (addons === undefined || typeWith(addons) === is.service_type)
    );
}
