// Rule 7: a spelling is no reason to replace.
import type { ServiceRow, VpcRow } from "../../../src/emulator";
import { slotsOf, specOf, type ServiceArgs, type ServiceSlot, type Slot, type VpcArgs } from "../model/program";
import { regionOf } from "../model/sound";
import { regionIn, typeWith } from "./fulfilled";
import type { Rule, Scene } from "./scene";
import { thingId } from "./world";

/** What a preview replaces, though nobody asked for it, and everything that only a replacement changes is as declared. */
export const noNeedlessReplacement: Rule = (scene) => {
    const { asked, program, urns, before, outcome } = scene;
    if (asked.do !== "preview") return [];
    return outcome.steps.flatMap(({ op, urn, oldId = "" }) => {
        const slot = slotsOf(program).find((each) => urns.get(each) === urn);
        const row = before.things.get(thingId(oldId))?.row;
        const held = before.state.find((each) => each.urn === urn && !each.condemned);
        if (op !== "replace" || slot === undefined || row === undefined || held === undefined) return [];
        const { args, options } = specOf(program, slot)!;
        const isAsked = scene.forced.has(urn) || held.pendingReplacement || options.deletedWith !== undefined;
        const isMoved = held.inputs["profile"] !== options.profile || options.adopt !== undefined;
        if (isAsked || isMoved || !isAsDeclared(scene, slot, args, row)) return [];
        return [{ rule: "7", what: `${urn} would be replaced, and is what is declared` }];
    });
};

function isAsDeclared({ program, urns, before, selected }: Scene, slot: string, args: object, row: object): boolean {
    if (slot.startsWith("v")) {
        const [wanted, is] = [args as VpcArgs, row as VpcRow];
        return wanted.cidr === is.cidr && wanted.regionCode === is.region_code;
    }
    if (!slot.startsWith("s")) return false;
    const [{ name, addons, regionCode, forkFrom }, is] = [args as ServiceArgs, row as ServiceRow];
    // What is left out keeps the region that the state has.
    const from = typeof regionCode === "object" ? urns.get(regionCode.of) : undefined;
    if (from !== undefined && selected?.has(from) === false) return false;
    const idIn = (of: string) =>
        before.state.find(({ urn, condemned }) => urn === urns.get(of as Slot) && !condemned)?.id;
    const forkIn = (of: string) => regionIn(before.things, idIn(of));
    const region = forkFrom || regionCode === undefined ? undefined : regionOf(program, slot as ServiceSlot, forkIn);
    return (
        (name === undefined || name === is.name) &&
        (region === undefined || region === is.region_code) &&
        (addons === undefined || typeWith(addons) === is.service_type)
    );
}
