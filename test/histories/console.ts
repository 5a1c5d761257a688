import type { Emulator } from "../../src/emulator";
import type { Console } from "./model/history";
import type { Slot } from "./model/program";
import { thingId, thingsIn } from "./oracle/world";

/** Applies a manual change if possible, and returns the ids of created resources. */
export function actInConsole(emulator: Emulator, act: Console, idOf: (slot: Slot) => string | undefined): string[] {
    if (act.act === "newService")
        return [emulator.create.service({ name: act.name, region_code: act.region, service_type: act.type }).id];
    if (act.act === "newVpc") return [emulator.create.vpc({ name: act.name, cidr: act.cidr }).id];
    const held = idOf(act.slot);
    const thing = held === undefined ? undefined : thingsIn(emulator.world).get(thingId(held));
    if (thing?.alive !== true) return [];
    const { id } = thing;
    switch (act.act) {
        case "delete":
            emulator.remove(id);
            return [];
        case "newSet":
            return thing.kind === "service" ? [emulator.create.replicaSet({ service_id: id, name: act.name }).id] : [];
        case "newPeering":
            return thing.kind === "vpc"
                ? [emulator.create.peering({ vpc_id: id, peer_account_id: "999999999999" }).id]
                : [];
        case "rename":
            emulator.drift(id, { name: act.name });
            return [];
        case "resize":
            emulator.drift(id, { cpu_millis: act.cpu_millis, memory_gbs: act.memory_gbs });
            return [];
        case "environment":
            emulator.drift(id, { environment: act.environment });
            return [];
        case "pooler":
            emulator.drift(id, { pooler: act.on });
            return [];
        case "pause":
            emulator.drift(id, { status: "PAUSED" });
            return [];
        case "detach":
            emulator.drift(id, { vpc_id: null });
            return [];
    }
}
