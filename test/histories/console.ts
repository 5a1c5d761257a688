import type { Emulator } from "../../src/emulator";
import type { CreateCall } from "./creations";
import type { Console } from "./model/history";
import type { Slot } from "./model/program";
import { thingId, thingsIn } from "./oracle/world";

/** What the acts refer to. */
interface Look {
    idOf(slot: Slot): string | undefined;
    /** The latest create call for the slot. */
    askedFor(slot: Slot): CreateCall | undefined;
}

/** Applies a manual change if possible, and returns the ids of created resources. */
export function actInConsole(emulator: Emulator, act: Console, { idOf, askedFor }: Look): string[] {
    if (act.act === "twin") return twinOf(emulator, act, askedFor(act.slot));
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

/** Creates what a create call has asked for, once more, or what differs from it in one respect. */
function twinOf(
    { create, world }: Emulator,
    { unlike, ageMs }: Extract<Console, { act: "twin" }>,
    call: CreateCall | undefined,
): string[] {
    if (call === undefined) return [];
    const { endpoint, body, parent } = call;
    const { name, cidr, region_code = "us-east-1" } = body as Record<string, string>;
    if (endpoint === "createVpc") return [create.vpc({ name, cidr, region_code }).id];
    if (endpoint === "createReplicaSet") {
        if (!world.services.has(parent ?? "")) return [];
        const { nodes, cpu_millis, memory_gbs } = body as Record<string, number>;
        return [create.replicaSet({ service_id: parent!, name, nodes, cpu_millis, memory_gbs }).id];
    }
    if (endpoint !== "createService") return [];
    const { addons = [], environment_tag = "DEV", replica_count = 0, cpu_millis, memory_gbs } = body as ServiceBody;
    const environment = unlike === "environment" ? (environment_tag === "DEV" ? "PROD" : "DEV") : environment_tag;
    const row = create.service({
        name,
        region_code,
        service_type: addons.includes("time-series") ? "TIMESERIES_DB" : addons.includes("ai") ? "VECTOR" : "POSTGRES",
        ...(cpu_millis === undefined ? {} : { cpu_millis: Number(cpu_millis), memory_gbs: Number(memory_gbs) }),
        environment,
        replica_count: replica_count + (unlike === "replicas" ? 1 : 0),
        age_ms: ageMs,
    });
    return [row.id];
}

interface ServiceBody {
    readonly addons?: readonly string[];
    readonly environment_tag?: "DEV" | "PROD";
    readonly replica_count?: number;
    readonly cpu_millis?: string;
    readonly memory_gbs?: string;
}
