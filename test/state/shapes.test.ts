import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { stateOf } from "../../src/provider/state";
import { nothingKnown, vpcKind } from "../../src/lifecycle";
import { withRig } from "../protocol/support";
import type { Bag } from "../support/bags";

const shapes = readdirSync(__dirname).filter((file) => /^service\.v\d+\.json$/.test(file));

test("there is a stored state of every version of the bookkeeping", () => {
    const now = stateOf(vpcKind, nothingKnown(), { args: {}, given: [], hidden: {}, projectId: "p" });
    const { v } = now["__clouddb"] as { v: number };
    expect(shapes).toEqual(Array.from({ length: v }, (_, index) => `service.v${index + 1}.json`));
});

test.each(shapes)("a state as an earlier package stored it (%s) is read, diffed, updated and deleted", (file) =>
    withRig(async ({ provider, emulator, inputs, calls }) => {
        const row = emulator.create.service({
            name: "db",
            region_code: "us-east-1",
            cpu_millis: 2000,
            memory_gbs: 8,
            replica_count: 1,
            environment: "DEV",
        });
        const text = readFileSync(path.join(__dirname, file), "utf8");
        const stored = JSON.parse(text.replaceAll("@project@", emulator.projectId)) as Bag;
        const args = {
            regionCode: "us-east-1",
            cpuMillis: 2000,
            memoryGbs: 8,
            environment: "DEV",
            replicaCount: 1,
            connectionPooler: false,
            password: "the-given-one",
        };
        const same = inputs("Service", "db", args);
        expect(await provider.diff(row.id, stored, same)).toMatchObject({ changes: false, replaces: [] });
        const read = await provider.read(row.id, stored);
        expect(read.inputs).toMatchObject(args);
        expect(await provider.diff(row.id, read.props, same)).toMatchObject({ changes: false });
        // What is no longer given goes back to the API's default; what the state remembers stays remembered.
        const { inputs: fewer } = await provider.check("", same, inputs("Service", "db", { regionCode: "us-east-1" }));
        const { outs } = await provider.update(row.id, stored, fewer);
        expect(outs).toMatchObject({
            replicaCount: 0,
            cpuMillis: 2000,
            password: "the-given-one",
            initialPassword: "the-first-one",
        });
        expect(calls()).toEqual(["setServiceHa"]);
        await provider.delete(row.id, stored);
        expect(emulator.world.services.size).toBe(0);
    }),
);
