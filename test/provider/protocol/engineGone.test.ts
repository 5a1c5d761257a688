// Rule 8: when the engine is gone, its provider's process sends no further mutating request, and ends.
import type { RequestEntry, ServiceRow } from "../../../src/emulator";
import type { PropertyMap } from "../../support/propertyMaps";
import { type Rig, withRig } from "./support";

const region = "us-east-1";
const small = { regionCode: region, cpuMillis: 1000, memoryGbs: 4 };

const lastWords = "pulumi-clouddb: the Pulumi engine is gone, so nothing more is changed and this process ends\n";

const servicesOf = ({ emulator }: Rig): ServiceRow[] => [...emulator.world.services.values()];
const createInputs = async ({ provider, inputs }: Rig, args: PropertyMap) =>
    (await provider.check("", {}, inputs("Service", "db", args))).inputs;

/** Kills the engine during the first matching request: no later request may change anything. */
async function killedAt(rig: Rig, is: (entry: RequestEntry) => boolean, work: () => Promise<unknown>): Promise<void> {
    const { emulator, provider } = rig;
    let last = Infinity;
    emulator.intercept({
        before(entry) {
            if (last !== Infinity || !is(entry)) return;
            last = entry.number;
            provider.killEngine();
        },
    });
    await expect(work()).rejects.toThrow();
    expect(last).not.toBe(Infinity);
    expect(await provider.ended).toBe(1);
    expect(emulator.requests().filter(({ number, method }) => number > last && method !== "GET")).toEqual([]);
    expect(provider.printed).toMatch(/^\d+\n/);
    expect(provider.printed.replace(/^\d+\n/, "")).toBe(lastWords);
}

test("a create that waits for a rate limit is not repeated", () =>
    withRig(async (rig) => {
        const news = await createInputs(rig, small);
        rig.emulator.faults.add({ endpoint: "createService", do: { kind: "rateLimit", retryAfter: 12 }, count: null });
        const isCreate = ({ endpoint }: RequestEntry) => endpoint === "createService";
        await killedAt(rig, isCreate, () => rig.provider.create("", news));
        expect(servicesOf(rig)).toEqual([]);
    }));

test("a delete that was refused as busy is not repeated", () =>
    withRig(async (rig) => {
        const { emulator, provider, created } = rig;
        const db = await created("Service", "db", small);
        emulator.faults.add({ endpoint: "deleteService", do: { kind: "busy" }, count: 2 });
        let attempts = 0;
        const isSecond = ({ endpoint }: RequestEntry) => endpoint === "deleteService" && ++attempts === 2;
        await killedAt(rig, isSecond, () => provider.delete(db.id, db.outs));
        expect(servicesOf(rig)).toMatchObject([{ id: db.id, status: "READY" }]);
    }));

test("an update stops between two steps", () =>
    withRig(async (rig) => {
        const { created, updated } = rig;
        const db = await created("Service", "db", small);
        const isResized = () => servicesOf(rig).every((row) => row.status === "READY" && row.cpu_millis === 2000);
        const isLook = ({ method }: RequestEntry) => method === "GET" && isResized();
        const args = { ...small, cpuMillis: 2000, memoryGbs: 8, connectionPooler: true, replicaCount: 1 };
        await killedAt(rig, isLook, () => updated(db, args));
    }));

test("an idle process ends", () =>
    withRig(async (rig) => {
        await createInputs(rig, small);
        rig.provider.killEngine();
        expect(await rig.provider.ended).toBe(1);
        expect(rig.emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    }));

test("without an engine at its address, nothing is changed", () =>
    withRig(
        async (rig) => {
            await expect(createInputs(rig, small).then((news) => rig.provider.create("", news))).rejects.toThrow();
            expect(await rig.provider.ended).toBe(1);
            expect(rig.emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
        },
        { engine: "127.0.0.1:9" },
    ));

test("the connection to the engine ignores a proxy in the environment", () =>
    withRig(
        async ({ created, emulator, provider }) => {
            await created("Vpc", "net", { cidr: "10.0.0.0/16", regionCode: region });
            expect(emulator.world.vpcs.size).toBe(1);
            expect(provider.log.length).toBeGreaterThan(0);
        },
        { environment: { http_proxy: "http://127.0.0.1:9", grpc_proxy: "http://127.0.0.1:9", no_proxy: "" } },
    ));
