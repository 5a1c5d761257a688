// What others do in the API's console, or with the same key.
import type { Emulator } from "../../src/emulator";
import type { Console } from "./model/history";
import { type Program, type Slot, specOf } from "./model/program";
import { typeWith } from "./oracle/fulfilled";
import { type CreateCall, ownNameIn, thingId, thingsIn } from "./oracle/world";

/** The latest call that may have been for the slot. */
export function callFor(calls: readonly CreateCall[], program: Program, slot: Slot): CreateCall | undefined {
    const spec = specOf(program, slot);
    const { name } = (spec?.args ?? {}) as { name?: string };
    const isFor = ({ body }: CreateCall) =>
        typeof body["name"] === "string" && (body["name"] === name || ownNameIn(body["name"]) === spec?.options.label);
    return calls.filter(isFor).at(-1);
}

/**
 * Applies a manual change if possible, and returns the ids of created resources.
 * @param slotId the id of what the act's slot has
 * @param call the latest create call for the act's slot
 */
export function actInConsole(emulator: Emulator, act: Console, slotId = "", call?: CreateCall): string[] {
    const { create } = emulator;
    if (act.act === "twin") return twinOf(emulator, act, call);
    if (act.act === "newService")
        return [create.service({ name: act.name, region_code: act.region, service_type: act.type }).id];
    if (act.act === "newVpc") return [create.vpc({ name: act.name, cidr: act.cidr }).id];
    const thing = thingsIn(emulator.world).get(thingId(slotId));
    if (thing?.alive !== true) return [];
    const { id, kind } = thing;
    if (act.act === "newSet")
        return kind === "service" ? [create.replicaSet({ service_id: id, name: act.name }).id] : [];
    if (act.act === "newPeering")
        return kind === "vpc" ? [create.peering({ vpc_id: id, peer_account_id: "999999999999" }).id] : [];
    if (act.act === "delete") emulator.remove(id);
    else emulator.drift(id, act.drift);
    return [];
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
        service_type: typeWith(addons),
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
